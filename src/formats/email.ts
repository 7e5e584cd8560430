// Whether a text is an e-mail address that can be written to.
const form = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})+$/i

export const isEmail = (text: string) =>
  text.length <= 254 && form.test(text) && !/(^|\.)\.|\.@|-(\.|$)/.test(text)
