// The views, in the order of the navigation. The first one is shown for a URL without a view, `missing` for a URL with
// an unknown one. The folder www/NAME, or www/FOLDER, holds a view: view.js exports `createView`, view.html is its markup below the heading, and a style sheet named like the folder
// has its styles if `css` is true. The styles of the home view and of the address inspector are in app/style.css.

/**
 * `label` is the link to the view, `title` its heading and the title of the document; a view with `nav: false` is not in the navigation;
 * a view with `local: true` works without the API.
 */
export const VIEWS = [
  { name: "home", label: "Home", title: "Explore TON", css: false, nav: false },
  { name: "explorer", label: "API", title: "API explorer", css: true },
  { name: "account", label: "Account", title: "Account", css: true },
  { name: "yours", label: "Yours", title: "Yours", css: true },
  { name: "trace", label: "Trace", title: "Trace", css: true },
  { name: "chain", label: "Blocks", title: "Blocks", css: true },
  { name: "block", label: "Block", title: "Block", css: true, nav: false },
  { name: "jetton", folder: "token", label: "Jetton", title: "Jetton", css: true, nav: false },
  { name: "collection", folder: "token", label: "Collection", title: "NFT collection", css: true, nav: false },
  { name: "nft", folder: "token", label: "NFT", title: "NFT", css: true, nav: false },
  { name: "address", label: "Address", title: "Address inspector", css: false, local: true },
  { name: "gateway", label: "Gateway", title: "Gateway", css: true },
  { name: "design", label: "Design", title: "Design system", css: true, nav: false, local: true },
  { name: "missing", label: "Not found", title: "This view does not exist", css: false, nav: false, local: true },
];
