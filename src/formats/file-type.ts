// What content says of itself in its first bytes, for the types that records are full of.

const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const

export const sniffedBytes = 8

/** The content type that these first bytes belong to, where it is one that we know. */
export const sniff = (head: Buffer): string | undefined =>
  signatures.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[0]

/** Whether content that begins like this can be what it is called; types that we do not know can. */
export const mayBe = (contentType: string, head: Buffer) =>
  !signatures.some(([known]) => known === contentType) || sniff(head) === contentType
