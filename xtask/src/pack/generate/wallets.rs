//! Generates files from the table of wallet versions: the functions of `ton-edge/message`, their types, and the table of the guide.

use ton_edge::message::WalletVersion;

/// The name of the generated section in each of these files.
pub(super) const SECTION: &str = "generated from src/message/wallet/table.rs";

/// Writes the functions at the end of `pkg/lib/message/wallet.js`.
pub(super) fn write_functions() -> String {
    let function = |version: WalletVersion| {
        let rules = version.rules();
        format!(
            "export const wallet{} = (options) => makeWallet(\"{}\", options);\n",
            rules.function, rules.name
        )
    };
    WalletVersion::ALL.map(function).concat()
}

/// Writes the types in `pkg/message.d.ts`.
pub(super) fn write_types() -> String {
    let names = WalletVersion::ALL.map(|version| format!("\"{version}\"")).join(" | ");
    let function = |version: WalletVersion| {
        let rules = version.rules();
        let lines = [
            String::from(rules.doc.trim()),
            String::new(),
            String::from("@example"),
            String::from("```js"),
            format!("const wallet = wallet{}({{ publicKey: new Uint8Array(32) }});", rules.function),
            format!("wallet.version; // \"{}\"", rules.name),
            String::from("```"),
        ];
        let doc = lines.map(|line| format!(" * {line}").trim_end().to_owned() + "\n").concat();
        format!("/**\n{doc} */\nexport function wallet{}(options: WalletOptions): Wallet;\n", rules.function)
    };
    let functions = WalletVersion::ALL.map(function).concat();
    format!("/** The version of a wallet's contract. */\nexport type WalletVersion = {names};\n\n{functions}")
}

/// Writes the table of the guide.
pub(super) fn write_table() -> String {
    let row = |version: WalletVersion| {
        let rules = version.rules();
        format!(
            "| `wallet{}` | `{}` | {} | {} |\n",
            rules.function,
            rules.name,
            rules.most_messages,
            rules.doc.trim()
        )
    };
    let rows = WalletVersion::ALL.map(row).concat();
    format!("\n| function | `version` | messages of a request | wallet |\n|---|---|---|---|\n{rows}\n")
}
