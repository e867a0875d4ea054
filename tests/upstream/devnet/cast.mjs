// The accounts of the seeded world, derived from the seed alone: wallets, and small contracts that do what wallets cannot.
import { createHash } from "node:crypto";

import { Address, Cell, beginCell, contractAddress, packExtraCurrencyDict, toNano } from "@ton/core";
import { keyPairFromSeed } from "../../helpers/fast-core.mjs";

import { writeRawAddress } from "./account-name.mjs";
import { makeFirstParameters } from "./configuration.mjs";
import * as dns from "./contracts/dns.mjs";
import { CONFIG_ADDRESS, ELECTOR_ADDRESS, buildConfig, buildElector } from "./contracts/governance.mjs";
import { Wallet } from "./wallet.mjs";

const makeCode = (hex) => beginCell().storeBuffer(Buffer.from(hex, "hex")).endCell();

/** Sends the message in each reference of the body it gets, with its own money (mode 1). SETCP0 DROP, then four times: DUP SREMPTY IFRET LDREF SWAP 1 PUSHINT SENDRAWMSG. */
const RELAY = makeCode(`ff0030${"20c702dcd40171fb00".repeat(4)}`);
/** Refuses every message: SETCP0 THROW 42. */
const THROWING_CODE = makeCode("ff00f22a");
/** Accepts every message and does nothing: SETCP0. */
const IDLE = makeCode("ff00");

/** Names, versions and workchains of the wallets of the world, except the faucet and the crowd. */
const PEOPLE = /** @type {const} */ ([
  ["alice", "v3r2", 0],
  ["bob", "v4r2", 0],
  ["carol", "v5r1", 0],
  ["dave", "v3r1", 0],
  ["erin", "v2r2", 0],
  ["grace", "v3r2", -1],
  ["heidi", "v4r2", -1],
  ["ivan", "v5r1", -1],
]);
/** Wallets with a part in one scene. */
const ROLES = /** @type {const} */ ([
  ["issuer", "v4r2", 0],
  ["baker", "v3r2", 0],
  ["miller", "v4r2", 0],
  ["porter", "v4r2", -1],
  ["tailor", "v5r1", 0],
  ["weaver", "v4r2", 0],
  ["courier", "v4r2", 0],
  ["registrant", "v5r1", 0],
  ["bidder", "v5r1", 0],
  ["pool validator 1", "v3r2", -1],
  ["pool validator 2", "v4r2", -1],
  ["nominator 1", "v3r2", 0],
  ["nominator 2", "v4r2", 0],
  ["nominator 3", "v5r1", 0],
  ["nominator 4", "v3r2", 0],
  ["treasurer", "v4r2", 0],
  ["artist", "v5r1", 0],
  ["collector", "v5r1", 0],
  ["gallerist", "v4r2", 0],
  ["v1r1", "v1r1", 0],
  ["v1r2", "v1r2", 0],
  ["v1r3", "v1r3", 0],
  ["v2r1", "v2r1", 0],
  ["v2r2", "v2r2", 0],
  ["mia", "v4r2", 0],
  ["noah", "v3r2", 0],
  ["olga", "v5r1", 0],
  ["paul", "v4r2", 0],
  ["quinn", "v4r2", 0],
  ["rosa", "v3r2", 0],
]);
/**
 * The wallets whose payments traffic sends, and those whose jettons it moves. A wallet is in only one of the lists: two messages with one
 * seqno exclude each other.
 */
export const PAYERS = ["baker", "miller", "porter"];
export const JETTON_TRADERS = ["tailor", "weaver"];
/** The wallet whose messages go through the relays. */
export const COURIER = "courier";
/**
 * The extra currency of the zero state. Configuration parameter 7 has its id, with a larger amount than its only holder has.
 */
export const EXTRA_CURRENCY = { id: 239, amount: 1_000_000_000n };
const CROWD = 5;
/** Wallets that stake; the keys of their validators are `makeValidatorKeys(seed, i)`. */
const VALIDATORS = 5;

/** The address from which the elector takes the fees of the masterchain. On the real chain, validators make its messages. */
const COLLECTOR = {
  address: new Address(-1, Buffer.alloc(32)),
  init: { code: RELAY, data: Cell.EMPTY },
};

/** @param {string} seed @param {string} name @param {Cell} contract @param {number} workchain */
function makeContract(seed, name, contract, workchain) {
  const init = {
    code: contract,
    data: beginCell()
      .storeBuffer(createHash("sha256").update(`${seed}\n${name}`).digest())
      .endCell(),
  };
  const address = contractAddress(workchain, init);
  return { name, init, address, account: writeRawAddress(address), workchain };
}

/**
 * An active account that has no transaction yet.
 * @param {{ address: Address, code: Cell, data: Cell, balance: bigint }} account @returns {import("@ton/core").ShardAccount}
 */
const makeActiveAccount = ({ address, code, data, balance }) => ({
  account: {
    addr: address,
    storage: { lastTransLt: 0n, balance: { coins: balance }, state: { type: "active", state: { code, data } } },
    storageStats: { used: { cells: 0n, bits: 0n }, lastPaid: 0, duePayment: null, storageExtra: null },
  },
  lastTransactionLt: 0n,
  lastTransactionHash: 0n,
});

/** A frozen account of the zero state: only the hash of its former state remains. */
function makeFrozenAccount(/** @type {string} */ seed) {
  const { address } = makeContract(seed, "frozen", IDLE, 0);
  const state = makeActiveAccount({ address, code: IDLE, data: Cell.EMPTY, balance: toNano("0.5") });
  const account = /** @type {any} */ (state.account);
  account.storage.state = { type: "frozen", stateHash: BigInt(`0x${createHash("sha256").update(seed).digest("hex")}`) };
  return state;
}

/** An account that holds the extra currency of the zero state. @param {import("@ton/core").ShardAccount} state */
function withCurrency(state) {
  const { storage } = /** @type {any} */ (state.account);
  storage.balance.other = packExtraCurrencyDict({ [EXTRA_CURRENCY.id]: EXTRA_CURRENCY.amount });
  return state;
}

/** utime of the zero state: 1 June 2026. It is constant, so that a seed determines the world. */
export const GENESIS_UTIME = 1_780_272_000;

/** The accounts of the masterchain that the chain runs by itself, as ticks and tocks. @param {string} seed @param {import("@ton/core").Address[]} suspended */
function makeGovernance(seed, suspended) {
  const publicKey = keyPairFromSeed(createHash("sha256").update(`ton-edge devnet config\n${seed}`).digest()).publicKey;
  return [
    makeActiveAccount({ address: ELECTOR_ADDRESS, ...buildElector(), balance: toNano(1000) }),
    makeActiveAccount({
      address: CONFIG_ADDRESS,
      ...buildConfig({ params: makeFirstParameters(seed, GENESIS_UTIME, suspended), publicKey }),
      balance: toNano(1000),
    }),
  ];
}

/** The root of TON DNS and the collection of `.ton`. */
const makeNameContracts = () =>
  [dns.ROOT, dns.TON].map(({ address, init }) => makeActiveAccount({ address, ...init, balance: toNano(10) }));

/**
 * @param {string} seed @param {"mainnet" | "testnet"} [network]
 */
export function makeCast(seed, network = "mainnet") {
  const makeWallet = (name, version, workchain) => new Wallet(seed, name, version, workchain, network);
  const faucet = makeWallet("faucet", "v5r1", 0);
  const people = PEOPLE.map(([name, version, workchain]) => makeWallet(name, version, workchain));
  const validators = Array.from({ length: VALIDATORS }, (_, i) => makeWallet(`validator ${i}`, "v3r2", -1));
  const roles = ROLES.map(([name, version, workchain]) => makeWallet(name, version, workchain));
  const busyWallet = makeWallet("busy", "v4r2", 0);
  const crowd = Array.from({ length: CROWD }, (_, i) => makeWallet(`crowd ${i}`, "v5r1", 0));
  const relays = [0, 1, 2].map((i) => makeContract(seed, `relay ${i}`, RELAY, 0));
  const throwingContract = makeContract(seed, "thrower", THROWING_CODE, 0);
  const frozenState = makeFrozenAccount(seed);
  const suspendedContract = makeContract(seed, "suspended", IDLE, 0);
  const startAccount = (owner, balance) => makeActiveAccount({ address: owner.address, ...owner.init, balance });
  const [treasurerWallet] = roles.filter(({ name }) => name === "treasurer");
  return {
    faucet,
    people,
    roles,
    validators,
    busy: busyWallet,
    crowd,
    relays,
    thrower: throwingContract,
    collector: COLLECTOR,
    suspended: suspendedContract,
    frozen: {
      account: writeRawAddress(/** @type {any} */ (frozenState.account).addr),
      address: /** @type {any} */ (frozenState.account).addr,
    },
    /** @type {(name: string) => Wallet | undefined} */
    wallet: (name) => [faucet, ...people, ...roles, ...validators, busyWallet, ...crowd].find((w) => w.name === name),
    /** Read only when a new chain needs it: building the configuration alone takes longer than all wallets. */
    get genesis() {
      return [
        startAccount(faucet, toNano(2_000_000_000)),
        startAccount(throwingContract, toNano(1)),
        startAccount(COLLECTOR, toNano(1)),
        frozenState,
        withCurrency(startAccount(treasurerWallet, toNano(1000))),
        ...makeGovernance(seed, [suspendedContract.address]),
        ...makeNameContracts(),
      ];
    },
    special: [ELECTOR_ADDRESS, CONFIG_ADDRESS].map(writeRawAddress),
  };
}

/** @typedef {ReturnType<typeof makeCast>} Cast */
