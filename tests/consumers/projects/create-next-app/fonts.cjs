// The styles of the two fonts of the template, which the build otherwise downloads from Google: Next.js reads this file instead, since the
// environment names it in NEXT_FONT_GOOGLE_MOCKED_RESPONSES. They name a font of the system.
const styles = (family) =>
  `@font-face { font-family: "${family}"; font-style: normal; font-weight: 100 900; font-display: swap; src: local("Arial"); }`;
const url = (family) => `https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`;

module.exports = { [url("Geist")]: styles("Geist"), [url("Geist+Mono")]: styles("Geist Mono") };
