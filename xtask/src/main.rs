//! The project's own commands, run as `cargo xtask <command>`.
//!
//! The commands install what they need: the wasm target, the npm tools, browsers, Redis. Only `cargo xtask doctor` installs nothing: it
//! lists the installed tools.

mod apt;
mod apt_tools;
mod bench;
mod build;
mod cpu;
mod crate_rules;
mod crates_io;
mod debian;
mod docs;
mod doctor;
mod fresh;
mod fuzz;
mod generate;
mod guides;
mod inline;
mod licences;
mod mutants;
mod node;
mod outputs;
mod paths;
mod processes;
mod profile;
mod python;
mod rust_client;
mod rust_tools;
mod serve;
mod shell;
mod sizes;
mod test;
mod test_counts;
mod toolchain;
mod up_to_date;
mod usage;
mod versions;
mod wasm_setup;

use std::process::ExitCode;

use anyhow::Result;

use crate::shell::{Ui, print_line};
use crate::usage::BadUsage;

/// The output of `cargo xtask help`.
const USAGE_TEXT: &str = "\
usage: cargo xtask <command> [--verbose]

  check    what has changed since the upstream branch: format, lints, types, its Rust tests, and as many of the JavaScript
           suites that it affects as fit into a minute; lists the suites that it left out
             --staged               only the staged changes, in 10 seconds
             --since COMMIT         what has changed since this commit
             --seconds N            how long it may take (default 60)
  test     set up, check, build and run every suite; the last line is `N passed, N failed`
             FILTER...              only the steps and suites whose names contain one of these, and what they need
             --jobs N               how many steps run at the same time (default: two per CPU)
             --full                 more cases, longer scenarios, a second build; writes docs/full-run.md
             --fresh                as for a newcomer: in a clone, with empty caches and the newest versions of unpinned tools
             --shard I/N            only the I-th of N parts that take equally long, for N machines
             --resume               with --full: without the steps that have already passed with the present files
             --quick                with filters: tests modules of the quick profile, as check does
             --report               with --full: runs nothing, writes docs/full-run.md from the results in target/xtask/full-run
             --record               write the times and CPU times of the steps into xtask/step-times.tsv
  serve    set up, build, and serve the web app and a gateway on this machine
             --port N               port to listen on (default 8787; 0: any free one)
             --upstream WHAT        the service behind the gateway: devnet (a local chain, default), replay (recorded
                                    responses), or the URL of a real one
             --state DIR            store the local chain in this folder, and continue it next time
             --network NAME         mainnet or testnet: only this local chain (default: both)
             --no-page              only the gateway, without the web app
           TON_EDGE_ADMIN_TOKEN=TOKEN
                                    the admin token for /metrics, /readyz and the view Gateway (default: a new one)
  build    set up and build the npm package in pkg/dist, with its sizes and their budgets, and the web app in target/site
             --record               write the sizes into xtask/budgets.json: 2 % above them warns, 4 % fails
  bench    all: every bench below, one after the other, except live, pace and units
           address: addresses, compared with @ton/core, tonweb and three crates, and with targets
           client: the cost of a call without the network, compared with TonClient
           message: cells, messages and wallets, compared with @ton/core and @ton/ton
           tvm: get-methods computed locally, compared with @ton/sandbox
           units: CPU time of each instruction per unit of work, compared with the median
           gateway: CPU, requests per second and latency in workerd, compared with plain JavaScript and Hono
           growth: how cost grows with lists, pages, batches, connections, bodies, callers, keys and cached responses
           pace: concurrent calls to six limiters of 1 request per second, compared with TonClient, tonweb and toncenter
                 of PyPI
           page: first paint and first response of the web app, compared with a page on @ton/core alone
           serve: from the start of the server to its first correct responses, and to the complete seeded world
           live: upstream requests, memory and delay of watched accounts and of streams
             --check                a missed target, or a crate that could not be measured, is an error
             --write                also write docs/benchmarks.md; refused if the machine is busy with other work
             --json                 also as JSON, in the last line
  profile  a flame graph in target/profile-NAME.svg: address, client, gateway, gateway-counting, gateway-key or gateway-storing
  fuzz     coverage-guided fuzzing of address, detect, hash, decide, responses, boc,
           dictionary, message, transaction, body, stack and tvm, or of the named targets
             --seconds N            for each (default 30)
             --replay               only the seeds, each once
  mutants  how many small changes of the JavaScript of client, message and gateway the suites detect; lists the others
             --count N, --seed N    how many mutants, and which ones (default 400, 1); decided ones are not tested again
             --seconds N            suites per mutant, by the time that they take without it (default 60)
             --jobs N               how many suites run at the same time (default 2)
             --only TEXT            only modules whose path contains this text
             --suite TEXT           only suites whose path contains this text
             --control N            runs the suites that detected N of the mutants without these
             --again                those that were not detected are tested again
             --measure              the suites are measured again: which lines they execute, and for how long
             --report               prints the results in target/mutants and tests nothing
  generate write every generated file: types of requests, TypeScript, OpenAPI, reference, tables of
           the docs, golden files
             --check                compare, write nothing
  docs     build the package, and write the documents as a static site with search and a playground to target/docs; a broken link is an error
             --serve                also serve it on this machine
             --url URL              the URL at which it will be published; links begin with its path (default: the root of a host)
             --repository URL       the repository for links to source files (default: they are not linked)
             --earlier VERSION=URL  the site of an earlier version, for the menu of versions; newest first, any number of times
  doctor   list every tool, and for a missing one the command that installs it; changes nothing
  help     this text

  --verbose  show the output of every tool
  TON_EDGE_WASM_ROAD=rustup|debian  the only way to compile to wasm that is tried (default: any that works)
  CHROMIUM=PATH, FIREFOX=PATH, REDIS_SERVER=PATH   the programs for the tests (default: those found on this machine)
  NODE22=PATH, DENO=PATH, BUN=PATH  the other runtimes to test with (default: those that npm installs)
";

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let count = args.len();
    args.retain(|arg| arg != "--verbose" && arg != "-v");
    let ui = Ui::new(args.len() != count);

    let outcome = processes::end_on_signals().map_err(anyhow::Error::from).and_then(|()| run(&ui, &args));
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<BadUsage>() {
                eprint!("\n{USAGE_TEXT}");
                return ExitCode::from(2);
            }
            ExitCode::FAILURE
        }
    }
}

/// Finds the command and runs it.
fn run(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", args),
    };
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
        print_line(USAGE_TEXT.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    match command {
        "help" | "--help" | "-h" => {
            print_line(USAGE_TEXT.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        "bench" => bench::run_command(ui, &bench::Flags::read_flags(rest)?),
        "build" => build::run_command(ui, rest),
        "docs" => docs::run_command(ui, &docs::Flags::read(rest)?),
        "doctor" => refuse_flags(command, rest).and_then(|()| doctor::run_command()),
        "generate" => generate::run_command(ui, generate::Flags::read_flags(rest)?),
        "mutants" => mutants::run_command(ui, rest),
        "fuzz" => fuzz::run_command(ui, &fuzz::Flags::read_flags(rest)?),
        "profile" => profile::run_command(ui, rest),
        "serve" => serve::run_command(ui, &serve::Flags::read(rest)?),
        "check" => test::check::run_command(ui, &test::check::Flags::read(rest)?),
        "test" if rest.iter().any(|arg| arg == "--fresh") => {
            let rest: Vec<String> = rest.iter().filter(|arg| *arg != "--fresh").cloned().collect();
            // Wrong options are refused before the clone.
            test::Flags::read(&rest)?;
            fresh::run_command(ui, &rest)
        }
        "test" => test::run_command(ui, &test::Flags::read(rest)?),
        unknown => Err(BadUsage(format!("`{unknown}` is not a command")).into()),
    }
}

/// Refuses options of a command that has none.
fn refuse_flags(command: &str, extra_args: &[String]) -> Result<()> {
    match extra_args.first() {
        None => Ok(()),
        Some(flag) => Err(BadUsage(format!("`{command}` does not take `{flag}`")).into()),
    }
}
