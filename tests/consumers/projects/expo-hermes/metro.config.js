// The configuration of Metro for Hermes alone: Expo's, without the modules that start React Native, which need a phone.
const { getDefaultConfig } = require('expo/metro-config');

const config = getDefaultConfig(__dirname);
Object.assign(config.serializer, { getPolyfills: () => [], getModulesRunBeforeMainModule: () => [] });
module.exports = config;
