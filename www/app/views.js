// The views, in the order of the navigation. The first one is shown when the URL names none. The folder www/NAME holds a view:
// view.js exports `createView`, view.html is its markup below the heading, and NAME.css its styles if `css` is true.

/** `label` is the link to the view, `title` its heading and the title of the document. */
export const VIEWS = [
  { name: "address", label: "Address", title: "Address inspector", css: true },
  { name: "explorer", label: "Explorer", title: "Endpoint explorer", css: true },
  { name: "account", label: "Account", title: "Account", css: true },
  { name: "trace", label: "Trace", title: "Trace", css: true },
  { name: "chain", label: "Chain", title: "Chain", css: true },
  { name: "gateway", label: "Gateway", title: "Gateway", css: true },
];
