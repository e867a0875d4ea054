// Icons: outlines on a grid of 24 by 24, in the color of the surrounding text.

import { svg } from "./svg.js";

/** The SVG paths of the icons, by name. */
export const PATHS = {
  "arrow-in": "M12 4v15M6 13l6 6 6-6",
  "arrow-out": "M12 20V5M6 11l6-6 6 6",
  "arrow-right": "M4 12h15M13 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  alert: "M12 4L2.5 20h19L12 4zM12 10v4.5M12 17.3v.2",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  contrast: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M12 7l5 0M12 12l8.5 0M12 17l5 0",
  "chevron-down": "M6 9l6 6 6-6",
  "chevron-right": "M9 6l6 6-6 6",
  "chevron-left": "M15 6l-6 6 6 6",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1.5-1.5",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  filter: "M4 5h16l-6.5 7.5V19l-3-1.5v-5z",
  wallet: "M3 7h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h12M16.5 13.5h.2",
  jetton: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 8l4 4-4 4-4-4z",
  nft: "M4 4h16v16H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5h.2",
  contract: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  stake:
    "M12 3c4.5 0 8 1.3 8 3s-3.5 3-8 3-8-1.3-8-3 3.5-3 8-3zM4 6v6c0 1.7 3.5 3 8 3s8-1.3 8-3V6M4 12v6c0 1.7 3.5 3 8 3s8-1.3 8-3v-6",
  domain: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  block: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  history: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.5",
  tag: "M4 4h8l8.5 8.5-8 8L4 12zM8 8h.2",
  star: "M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8z",
  book: "M5 4h14v16H6.5A1.5 1.5 0 0 1 5 18.5zM5 18.5A1.5 1.5 0 0 1 6.5 17H19M9 8h6",
  share: "M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  tree: "M5 4v14h6M5 10h6M14 8h6v4h-6zM14 16h6v4h-6z",
  diff: "M12 4v10M7 9h10M7 19h10",
  gauge: "M4 18a9 9 0 1 1 16 0M12 15l4-5",
  key: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3",
  fire: "M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2 1-3.5 2-4.5 0 2 1 3 2 3 0-4 1-7 2-9.5z",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.2M4.5 12h.2M4.5 18h.2",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  question: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  offline:
    "M3 3l18 18M8.5 15.5a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 5-2.8M2 8.5A15 15 0 0 1 7 5.6M19 12a10 10 0 0 0-4-2.4M22 8.5A15 15 0 0 0 11 4.6M12 19v.2",
};

/**
 * Renders an icon. Screen readers skip it, since the text next to it has the same meaning. @param {keyof typeof PATHS}
 * name
 */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
