// The v2 methods that send external messages.

export async function sendBoc({ boc }, context) {
  await context.chain.submit(boc);
  return { "@type": "ok" };
}

/** Sends a message; what the network refuses counts as sent, too. */
export async function sendBocReturnHashNoError({ boc }, context) {
  return { "@type": "raw.extMessageInfo", ...(await context.chain.submit(boc, { ignoreRefusals: true })) };
}

export async function sendBocReturnHash({ boc }, context) {
  return { "@type": "raw.extMessageInfo", ...(await context.chain.submit(boc)) };
}
