// Values that @ton/core loads, converted to the shape and names of ton-edge/message, with cells as their hashes.

import { beginCell } from "@ton/core";

const toBase64 = (hash) => Buffer.from(hash).toString("base64");
/** The hash of an address, as in its raw form. */
const writeAddressHash = (value) => value.toString(16).padStart(64, "0").toUpperCase();
/** A hash that @ton/core represents as a number. */
export const toHash256 = (number) => Buffer.from(number.toString(16).padStart(64, "0"), "hex").toString("base64");
const getCell = (cell) => (cell ? { cell: toBase64(cell.hash()) } : null);
const toNullable = (value) => value ?? null;

/** A value of ton-edge/message with cells as their hashes, and bytes as hexadecimal digits. */
export function toPlainValue(value) {
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (ArrayBuffer.isView(value)) return { bytes: Buffer.from(/** @type {any} */ (value)).toString("hex") };
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.toBoc === "function") return { cell: toBase64(value.hash()) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlainValue(member)]));
}

export function makeAddress(address) {
  if (!address) return null;
  if (address.toRawString) return address.toRawString().replace(/:.*/, (hash) => hash.toUpperCase());
  const { bits, value } = address;
  const digitCount = Math.ceil(bits / 8) * 2;
  return {
    bits,
    value: digitCount === 0 ? "" : (value << BigInt((8 - (bits % 8)) % 8)).toString(16).padStart(digitCount, "0"),
  };
}

const playCurrencies = ({ coins, other: otherCurrencies }) => ({
  coins,
  extra: Object.fromEntries([...(otherCurrencies ?? [])].map(([id, amount]) => [`${id >>> 0}`, amount])),
});

function makeInfo(info) {
  if (info.type === "internal")
    return {
      type: "internal",
      ihrDisabled: info.ihrDisabled,
      bounce: info.bounce,
      bounced: info.bounced,
      src: makeAddress(info.src),
      dest: makeAddress(info.dest),
      value: playCurrencies(info.value),
      ihrFee: info.ihrFee,
      fwdFee: info.forwardFee,
      createdLt: info.createdLt,
      createdAt: info.createdAt,
    };
  if (info.type === "external-in")
    return { type: "external-in", src: makeAddress(info.src), dest: makeAddress(info.dest), importFee: info.importFee };
  return {
    type: "external-out",
    src: makeAddress(info.src),
    dest: makeAddress(info.dest),
    createdLt: info.createdLt,
    createdAt: info.createdAt,
  };
}

export const getStateInit = (init) =>
  init
    ? {
        splitDepth: toNullable(init.splitDepth),
        special: toNullable(init.special),
        code: getCell(init.code),
        data: getCell(init.data),
        library:
          init.libraries && init.libraries.size > 0
            ? getCell(beginCell().storeDictDirect(init.libraries).endCell())
            : null,
      }
    : null;

export const makeMessage = (message) => ({
  info: makeInfo(message.info),
  init: getStateInit(message.init),
  body: getCell(message.body),
});

const STATUS = { uninitialized: "uninit", "non-existing": "nonexist" };
const readStatus = (status) => STATUS[status] ?? status;
const SKIP_REASONS = { "no-state": "no_state", "bad-state": "bad_state", "no-gas": "no_gas" };
const makeStorageUse = (storageUsed) => ({ cells: storageUsed.cells, bits: storageUsed.bits });

const getStorage = (phase) =>
  phase
    ? {
        storageFeesCollected: phase.storageFeesCollected,
        storageFeesDue: toNullable(phase.storageFeesDue),
        statusChange: phase.statusChange,
      }
    : null;

const getCredit = (phase) =>
  phase ? { dueFeesCollected: toNullable(phase.dueFeesColelcted), credit: playCurrencies(phase.credit) } : null;

const getCompute = (phase) =>
  phase.type === "skipped"
    ? { type: "skipped", reason: SKIP_REASONS[phase.reason] ?? phase.reason }
    : {
        type: "vm",
        success: phase.success,
        msgStateUsed: phase.messageStateUsed,
        accountActivated: phase.accountActivated,
        gasFees: phase.gasFees,
        gasUsed: phase.gasUsed,
        gasLimit: phase.gasLimit,
        gasCredit: toNullable(phase.gasCredit),
        mode: phase.mode,
        exitCode: phase.exitCode,
        exitArg: toNullable(phase.exitArg),
        vmSteps: phase.vmSteps,
        vmInitStateHash: toHash256(phase.vmInitStateHash),
        vmFinalStateHash: toHash256(phase.vmFinalStateHash),
      };

const getAction = (phase) =>
  phase
    ? {
        success: phase.success,
        valid: phase.valid,
        noFunds: phase.noFunds,
        statusChange: phase.statusChange,
        totalFwdFees: toNullable(phase.totalFwdFees),
        totalActionFees: toNullable(phase.totalActionFees),
        resultCode: phase.resultCode,
        resultArg: toNullable(phase.resultArg),
        totActions: phase.totalActions,
        specActions: phase.specActions,
        skippedActions: phase.skippedActions,
        msgsCreated: phase.messagesCreated,
        actionListHash: toHash256(phase.actionListHash),
        totMsgSize: makeStorageUse(phase.totalMessageSize),
      }
    : null;

function getBounce(phase) {
  if (!phase) return null;
  if (phase.type === "negative-funds") return { type: "negfunds" };
  const msgSize = makeStorageUse(phase.messageSize);
  return phase.type === "no-funds"
    ? { type: "nofunds", msgSize, reqFwdFees: phase.requiredForwardFees }
    : { type: "ok", msgSize, msgFees: phase.messageFees, fwdFees: phase.forwardFees };
}

const makeSplit = (info) => ({
  curShardPfxLen: info.currentShardPrefixLength,
  accSplitDepth: info.accountSplitDepth,
  thisAddr: writeAddressHash(info.thisAddress),
  siblingAddr: writeAddressHash(info.siblingAddress),
});

function getDescription(value) {
  const endFields = () => ({ aborted: value.aborted, destroyed: value.destroyed });
  const makePhase = () => ({ computePh: getCompute(value.computePhase), action: getAction(value.actionPhase) });
  const storagePh = getStorage(value.storagePhase);
  switch (value.type) {
    case "generic":
      return {
        type: "ord",
        creditFirst: value.creditFirst,
        storagePh,
        creditPh: getCredit(value.creditPhase),
        ...makePhase(),
        ...endFields(),
        bounce: getBounce(value.bouncePhase),
      };
    case "tick-tock":
      return { type: "tick_tock", isTock: value.isTock, storagePh, ...makePhase(), ...endFields() };
    case "storage":
      return { type: "storage", storagePh };
    case "split-prepare":
      return {
        type: "split_prepare",
        splitInfo: makeSplit(value.splitInfo),
        storagePh,
        ...makePhase(),
        ...endFields(),
      };
    case "merge-prepare":
      return { type: "merge_prepare", splitInfo: makeSplit(value.splitInfo), storagePh, aborted: value.aborted };
    case "split-install":
      return {
        type: "split_install",
        splitInfo: makeSplit(value.splitInfo),
        prepareTransaction: getCell(value.prepareTransaction.raw),
        installed: value.installed,
      };
    default:
      return {
        type: "merge_install",
        splitInfo: makeSplit(value.splitInfo),
        prepareTransaction: getCell(value.prepareTransaction.raw),
        storagePh,
        creditPh: getCredit(value.creditPhase),
        ...makePhase(),
        ...endFields(),
      };
  }
}

/** A transaction without the hashes of its messages. */
export const makeTransaction = (value) => ({
  accountAddr: writeAddressHash(value.address),
  lt: value.lt,
  prevTransHash: toHash256(value.prevTransactionHash),
  prevTransLt: value.prevTransactionLt,
  now: value.now,
  origStatus: readStatus(value.oldStatus),
  endStatus: readStatus(value.endStatus),
  inMsg: value.inMessage ? makeMessage(value.inMessage) : null,
  outMsgs: value.outMessages.values().map(makeMessage),
  totalFees: playCurrencies(value.totalFees),
  stateUpdate: { oldHash: toBase64(value.stateUpdate.oldHash), newHash: toBase64(value.stateUpdate.newHash) },
  description: getDescription(value.description),
});

export function makeAccount(value) {
  const { storage, storageStats } = value;
  const { state } = storage;
  return {
    addr: makeAddress(value.addr),
    used: makeStorageUse(storageStats.used),
    storageExtra: storageStats.storageExtra ? toHash256(storageStats.storageExtra.dictHash) : null,
    lastPaid: storageStats.lastPaid,
    duePayment: toNullable(storageStats.duePayment),
    lastTransLt: storage.lastTransLt,
    balance: playCurrencies(storage.balance),
    state:
      state.type === "active"
        ? { type: "active", state: getStateInit(state.state) }
        : state.type === "frozen"
          ? { type: "frozen", stateHash: toHash256(state.stateHash) }
          : { type: "uninit" },
  };
}
