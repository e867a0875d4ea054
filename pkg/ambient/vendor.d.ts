// Types of the libraries that the web app imports from `vendor/`; the build of the site puts them there. For type
// checks of `www/`.

declare module "*/vendor/qr.js" {
  export { encodeQR } from "qr";
}

declare module "*/vendor/uplot.js" {
  export { default } from "uplot";
}
