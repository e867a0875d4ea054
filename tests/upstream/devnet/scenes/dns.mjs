// The scenes of TON DNS: domains are auctioned, and their owners set records, transfer and renew them. The winner of one domain has not
// claimed it yet. One auction is still running at the end of the world, so it is a separate scene.
import { internal, toNano } from "@ton/core";

import { buildOffchainContent } from "../contracts/code.mjs";
import * as dns from "../contracts/dns.mjs";
import * as nft from "../contracts/nft.mjs";
import { makeMessage } from "../director.mjs";

/** Seconds after which the auctions are over: each lasts an hour, or an hour from its last bid. */
const AUCTION = 3_700;

/** The resolver of the names under `edge-gateway.ton`: another collection, whose items are auctioned like domains. */
export const SUBDOMAINS = dns.buildCollection(buildOffchainContent("https://example.com/subdomains.json"));

/** @param {string} name without its collection @param {ReturnType<typeof dns.buildCollection>} [collection] */
const findDomain = (name, collection = dns.TON) => dns.buildDomain({ name, collection: collection.address }).address;

/** A message with money that may come back. */
const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: true, body, init });
const startAuction = (name, value, { address } = dns.TON) => call(address, value, dns.buildStartAuction(name));
const change = (name, record, cell) =>
  call(findDomain(name), "0.1", dns.buildChangeRecord({ name: record, record: cell }));
const makeBytes = (d) => Buffer.from(Array.from({ length: 32 }, () => d.chance.below(256)));

/** @param {import("../director.mjs").Director} d */
export async function registerNames(d) {
  const { faucet, wallet } = d.cast;
  const [registrant, bidder, alice, bob] = ["registrant", "bidder", "alice", "bob"].map(wallet);
  await d.round(
    d.send(
      faucet,
      [registrant, bidder].map((w) => makeMessage(w.address, "100000")),
    ),
  );
  await d.settle();
  await d.round(
    d.send(registrant, [
      makeMessage(dns.ROOT.address, "0.5"),
      call(dns.TON.address, "0.5", dns.buildFillUp()),
      call(SUBDOMAINS.address, "0.5", dns.buildFillUp(), SUBDOMAINS.init),
    ]),
  );
  await d.settle();

  await d.round(
    d.send(registrant, [
      startAuction("alice", "60"),
      startAuction("alice-of-the-edge", "2"),
      startAuction("edge-gateway", "2"),
      startAuction("storage-of-bob", "2"),
      startAuction("pay", "1000"), // names have at least four characters
      startAuction("wallet-of-edge", "2", SUBDOMAINS),
      startAuction("foundation", "6"), // samples request this name
    ]),
    d.send(bidder, [startAuction("unclaimed-prize", "2")]),
  );
  await d.settle();
  await d.round(
    d.send(bidder, [
      call(findDomain("alice"), "70"),
      call(findDomain("edge-gateway"), "3"),
      call(findDomain("storage-of-bob"), "2.05"), // refused: less than 5 % above the last bid
    ]),
  );
  await d.settle();
  await d.round(d.send(registrant, [call(findDomain("edge-gateway"), "4")]));
  await d.settle();

  d.now += AUCTION;
  await d.round(
    d.send(registrant, [
      change("edge-gateway", "wallet", dns.record.wallet(registrant.address)),
      change("alice-of-the-edge", "wallet", dns.record.wallet(alice.address)),
      change("foundation", "wallet", dns.record.wallet(faucet.address)),
      change("storage-of-bob", "storage", dns.record.storage(makeBytes(d))),
      call(
        findDomain("wallet-of-edge", SUBDOMAINS),
        "0.1",
        dns.buildChangeRecord({ name: "wallet", record: dns.record.wallet(bob.address) }),
      ),
    ]),
    d.send(bidder, [change("alice", "wallet", dns.record.wallet(alice.address))]),
  );
  await d.settle();
  await d.round(
    d.send(registrant, [
      change("edge-gateway", "site", dns.record.site(makeBytes(d))),
      change("edge-gateway", "storage", dns.record.storage(makeBytes(d))),
      change("edge-gateway", "dns_next_resolver", dns.record.nextResolver(SUBDOMAINS.address)),
      change("storage-of-bob", "wallet", dns.record.wallet(bob.address)),
    ]),
    d.send(bidder, [change("edge-gateway", "wallet", dns.record.wallet(bidder.address))]), // refused: not sent by the owner
  );
  await d.settle();
  await d.round(
    d.send(registrant, [
      change("edge-gateway", "site", dns.record.site(makeBytes(d))),
      change("storage-of-bob", "storage"),
      call(findDomain("edge-gateway"), "0.5"), // renews it, as every message of the owner does
      call(findDomain("storage-of-bob"), "0.1", dns.buildRenew()),
    ]),
    d.send(bidder, [call(findDomain("edge-gateway"), "5", dns.buildRelease(1))]), // refused: possible only after a year without a renewal
  );
  await d.settle();
  const transferDomain = (name, from, to) =>
    call(findDomain(name), "0.2", nft.buildTransfer({ to: to.address, responseTo: from.address, queryId: 3 }));
  await d.round(
    d.send(registrant, [
      transferDomain("alice-of-the-edge", registrant, alice),
      transferDomain("storage-of-bob", registrant, bob),
    ]),
    d.send(bidder, [transferDomain("alice", bidder, alice)]),
  );
  await d.settle();
}

/** An auction that is running at the end. This scene is the last one, because the others advance the time. @param {import("../director.mjs").Director} d */
export async function openLongAuction(d) {
  const [registrant, bidder] = ["registrant", "bidder"].map(d.cast.wallet);
  await d.round(d.send(registrant, [startAuction("running-auction", "3")]));
  await d.settle();
  await d.round(d.send(bidder, [call(findDomain("running-auction"), "4")]));
  await d.settle();
}
