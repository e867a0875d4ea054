// The v2 methods that send external messages.

export async function sendBoc({ boc }, ctx) {
  await ctx.chain.submit(boc);
  return { "@type": "ok" };
}

/** Sends a message; what the network refuses counts as sent, too. */
export async function sendBocReturnHashNoError({ boc }, ctx) {
  return { "@type": "raw.extMessageInfo", ...(await ctx.chain.submit(boc, { ignoreRefusals: true })) };
}

export async function sendBocReturnHash({ boc }, ctx) {
  return { "@type": "raw.extMessageInfo", ...(await ctx.chain.submit(boc)) };
}
