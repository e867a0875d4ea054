// The inspector's function with @ton/core: shows the input in every form, without any styling.
import { Address } from "@ton/core";

const input = document.getElementById("address-input");
const result = document.getElementById("address-result");

function inspect() {
  result.replaceChildren();
  let address;
  try {
    address = Address.parse(/** @type {HTMLInputElement} */ (input).value.trim());
  } catch (error) {
    return result.append(String(error.message));
  }
  const forms = [address.toRawString(), address.hash.toString("hex"), String(address.workChain)];
  for (const testOnly of [false, true]) {
    for (const bounceable of [true, false]) {
      for (const urlSafe of [true, false]) forms.push(address.toString({ testOnly, bounceable, urlSafe }));
    }
  }
  for (const form of forms) result.append(Object.assign(document.createElement("p"), { textContent: form }));
}
input.addEventListener("input", inspect);
