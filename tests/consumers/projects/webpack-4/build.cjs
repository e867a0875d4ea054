// Builds with webpack 4, which reads neither package exports nor syntax after ES2019: Babel lowers the package's syntax.
const webpack = require("webpack-4");

const settings = {
  mode: "production",
  context: __dirname,
  entry: "./page.mjs",
  output: { path: `${__dirname}/out`, filename: "page.js" },
  performance: { hints: false },
  module: {
    rules: [
      {
        test: /\.[cm]?js$/,
        type: "javascript/auto",
        loader: "babel-loader",
        options: { presets: [[require.resolve("@babel/preset-env"), { targets: "chrome 70" }]] },
      },
    ],
  },
};
webpack(settings, (error, stats) => {
  if (!error && !stats.hasErrors() && !stats.hasWarnings()) return;
  console.error(error ?? stats.toString("errors-warnings"));
  process.exitCode = 1;
});
