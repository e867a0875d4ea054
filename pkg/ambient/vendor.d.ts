// The libraries that the web app imports from `vendor/`, where the site is put together. For type checks of `www/`.

declare module "*/vendor/qr.js" {
  export { encodeQR } from "qr";
}

declare module "*/vendor/uplot.js" {
  export { default } from "uplot";
}
