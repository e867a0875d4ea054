// A program for every runtime: fetches from the https server whose port and certificate are its arguments, as the gateway fetches pictures, and prints
// the outcomes as JSON.

import { readFileSync } from "node:fs";
import { argv } from "node:process";

import { fetchPicture } from "../../pkg/lib/gateway/images/fetch-picture.js";
import { createPublicFetch } from "../../pkg/lib/gateway/images/fetch-public.js";

const [, , port, certificateFile] = argv;
const ca = readFileSync(certificateFile, "utf8");
const lookUp = async () => [{ address: "127.0.0.1" }];
const isAllowed = () => true;

/** @param {string} url @param {Parameters<typeof createPublicFetch>[0]} parts */
async function read(url, parts) {
  const controller = new AbortController();
  const send = createPublicFetch({ port: Number(port), ca, ...parts });
  try {
    const bytes = await fetchPicture(new URL(url), {
      send,
      maxBytes: 5000,
      ipfsUrl: "https://ipfs.io/ipfs/",
      signal: controller.signal,
    });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    return error.reason;
  }
}

console.log(
  JSON.stringify({
    picture: await read("https://host.example/a.png", { lookUp, isAllowed }),
    endless: await read("https://host.example/endless", { lookUp, isAllowed }),
    privateAddress: await read("https://host.example/b.png", { lookUp }),
    privateName: await read("https://localhost/b.png", {}),
    otherName: await read("https://other.example/b.png", { lookUp, isAllowed }),
    unknownIssuer: await read("https://host.example/b.png", { lookUp, isAllowed, ca: undefined }),
  }),
);
