// Generated from the endpoint table by `cargo xtask generate`: where results have the logical time of an account's last transaction.

/** The path of fields to the logical time, by generation and operation. */
export const LAST_LT_FIELDS = {
  v2: {
    getAddressInformation: "result.last_transaction_id.lt",
    getExtendedAddressInformation: "result.last_transaction_id.lt",
    getWalletInformation: "result.last_transaction_id.lt",
    runGetMethod: "result.last_transaction_id.lt",
  },
  v3: {
    accountStates: "accounts.last_transaction_lt",
    walletStates: "wallets.last_transaction_lt",
    addressInformation: "last_transaction_lt",
    walletInformation: "last_transaction_lt",
  },
};
