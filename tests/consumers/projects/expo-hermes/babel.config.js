// The syntax of Hermes before SDK 56: npm has no newer Hermes that runs on a computer.
module.exports = (api) => {
  api.cache(true);
  return { presets: [['babel-preset-expo', { native: { unstable_transformProfile: 'hermes-v0' } }]] };
};
