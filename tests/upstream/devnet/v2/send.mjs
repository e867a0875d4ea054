// The v2 methods that send external messages.

export async function sendBoc({ boc }, ctx) {
  await ctx.chain.submit(boc);
  return { "@type": "ok" };
}

export async function sendBocReturnHash({ boc }, ctx) {
  return { "@type": "raw.extMessageInfo", ...(await ctx.chain.submit(boc)) };
}
