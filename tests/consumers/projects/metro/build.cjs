// Bundles an entry as the command line of React Native does: node build.cjs ENTRY exports|no-exports
const { getDefaultConfig } = require("@react-native/metro-config");
const Metro = require("metro");

async function main([entry, exports]) {
  const config = await getDefaultConfig(__dirname);
  Object.assign(config.resolver, {
    unstable_enablePackageExports: exports === "exports",
    // The program is not an app: it has no native modules, and the tools are in a folder above.
    sourceExts: [...config.resolver.sourceExts, "mjs", "cjs"],
    useWatchman: false,
  });
  Object.assign(config.serializer, { getPolyfills: () => [], getModulesRunBeforeMainModule: () => [] });
  Object.assign(config, { maxWorkers: 1, resetCache: true, watchFolders: [`${__dirname}/../..`] });
  config.reporter = {
    update({ type, error, message }) {
      if (type === "bundle_build_failed") console.error(error);
      // Metro prints it at every build of an app.
      if (type === "resolver_warning") throw new Error(message);
    },
  };
  await Metro.runBuild(config, { entry, out: "out.js", platform: "android", dev: false, minify: false });
}
main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
