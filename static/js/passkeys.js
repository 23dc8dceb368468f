// form[data-passkey] asks the device for a passkey and is sent with what it answers. `add` and `prove` have the options in
// data-options; `sign-in` asks for them at its own address, so that the page stays the same for everybody.
//
// [data-passkeys] is shown where passkeys work, [data-no-passkeys] where not: over plain http, and in old browsers.

const bytes = (text) => {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
};

const text = (buffer) => {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const named = (keys) => (keys ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

const made = async ({ publicKey }) => {
  // The key opens the account by itself: it is kept on the device, which asks its holder.
  const authenticatorSelection = {
    ...publicKey.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  };
  const key = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      authenticatorSelection,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: named(publicKey.excludeCredentials),
    },
  });
  return answered(key, {
    attestationObject: text(key.response.attestationObject),
    transports: key.response.getTransports?.() ?? [],
  });
};

const used = async ({ publicKey }) => {
  const key = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      allowCredentials: named(publicKey.allowCredentials),
    },
  });
  const { authenticatorData, signature, userHandle } = key.response;
  return answered(key, {
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  });
};

const answered = (key, response) => ({
  id: key.id,
  rawId: text(key.rawId),
  type: key.type,
  response: { clientDataJSON: text(key.response.clientDataJSON), ...response },
  clientExtensionResults: key.getClientExtensionResults(),
});

const optionsOf = async (form) => {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
};

const works = window.isSecureContext && "PublicKeyCredential" in window;
for (const one of document.querySelectorAll("[data-passkeys]")) one.hidden = !works;
for (const one of document.querySelectorAll("[data-no-passkeys]")) one.hidden = works;

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = form.querySelector("[data-passkey-failed]");
    failed.hidden = true;
    try {
      const options = await optionsOf(form);
      const key = await (form.dataset.passkey === "add" ? made(options) : used(options));
      form.elements.credential.value = JSON.stringify(key);
      form.submit();
    } catch {
      failed.hidden = false;
    }
  });
}
