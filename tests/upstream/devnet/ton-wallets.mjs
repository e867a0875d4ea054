// The wallets of @ton/ton, each from its own file: the entry of the package also loads an HTTP client, which takes longer to load than
// these.
export { WalletContractV1R1 } from "@ton/ton/dist/wallets/WalletContractV1R1.js";
export { WalletContractV1R2 } from "@ton/ton/dist/wallets/WalletContractV1R2.js";
export { WalletContractV1R3 } from "@ton/ton/dist/wallets/WalletContractV1R3.js";
export { WalletContractV2R1 } from "@ton/ton/dist/wallets/WalletContractV2R1.js";
export { WalletContractV2R2 } from "@ton/ton/dist/wallets/WalletContractV2R2.js";
export { WalletContractV3R1 } from "@ton/ton/dist/wallets/WalletContractV3R1.js";
export { WalletContractV3R2 } from "@ton/ton/dist/wallets/WalletContractV3R2.js";
export { WalletContractV4 } from "@ton/ton/dist/wallets/WalletContractV4.js";
export { WalletContractV5Beta } from "@ton/ton/dist/wallets/WalletContractV5Beta.js";
export { WalletContractV5R1 } from "@ton/ton/dist/wallets/WalletContractV5R1.js";
