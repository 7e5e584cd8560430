// What content is by its own bytes, for the types that records are full of: PDF, JPEG and PNG, from the first byte to the
// last, so that nothing else passes under their names. Pictures are measured, not decoded.

type FileKind = {
  signature: Buffer
  /** The endings that names of it have, the usual one first. */
  endings: readonly string[]
  /** What is wrong with the structure of content that begins with the signature. */
  fault(bytes: Buffer): string | undefined
}

/** Whoever opens a picture needs a few bytes for each of its pixels. */
const mostPixels = 250_000_000

const kinds = new Map<string, FileKind>([
  ['application/pdf', { signature: Buffer.from('%PDF-'), endings: ['pdf'], fault: pdfFault }],
  [
    'image/jpeg',
    {
      signature: Buffer.from([0xff, 0xd8, 0xff]),
      endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
      fault: jpegFault,
    },
  ],
  [
    'image/png',
    {
      signature: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      endings: ['png'],
      fault: pngFault,
    },
  ],
])

/** The types that we know from their bytes. */
export const knownTypes: readonly string[] = [...kinds.keys()]

/** The content type that the first of these bytes belong to, where it is one that we know. */
const sniff = (bytes: Buffer): string | undefined =>
  knownTypes.find(type => {
    const { signature } = kinds.get(type)!
    return bytes.subarray(0, signature.length).equals(signature)
  })

/** What keeps these bytes from being what they are called, in words; types that we do not know can be anything. */
export function contentFault(contentType: string, bytes: Buffer): string | undefined {
  const kind = kinds.get(contentType)
  if (!kind) return undefined
  const found = sniff(bytes)
  if (found !== contentType)
    return `says it is ${contentType}, but its bytes are ${found ? `those of ${found}` : 'not'}`
  return kind.fault(bytes)
}

export const endingsOf = (contentType: string): readonly string[] => kinds.get(contentType)?.endings ?? []

/** Readers look for the end of a PDF in its last 1,024 bytes. */
function pdfFault(bytes: Buffer): string | undefined {
  if (!/\d\.\d/.test(bytes.toString('latin1', 5, 8))) return 'begins like a PDF, but names no version'
  const end = bytes.subarray(-1024).toString('latin1')
  const place = /startxref\s+(\d{1,10})\s+%%EOF(?![\s\S]*startxref)/.exec(end)
  if (!place) return 'begins like a PDF, but does not end like one; send the whole file'
  return Number(place[1]) < bytes.length
    ? undefined
    : 'is a PDF of which a part is missing; send the whole file'
}

function pngFault(bytes: Buffer): string | undefined {
  const cut = 'begins like a PNG, but is not whole; send the whole file'
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > bytes.length || /[^a-z]/i.test(type)) return cut
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return 'begins like a PNG, but has no header'
      const fault = sizeFault(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
      if (fault) return fault
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND')
      return !hasPixels || length > 0
        ? cut
        : next === bytes.length
          ? undefined
          : 'is a PNG with something else behind it; send the picture alone'
    at = next
  }
  return cut
}

/** What comes after the end of a JPEG is left: telephones append previews and films. */
function jpegFault(bytes: Buffer): string | undefined {
  const cut = 'begins like a JPEG, but is not whole; send the whole file'
  let [hasSize, hasPixels] = [false, false]
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff) return cut
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) return hasSize && hasPixels ? undefined : cut
    if (at + 4 > bytes.length) return cut
    const length = bytes.readUInt16BE(at + 2)
    const next = at + 2 + length
    if (length < 2 || marker < 0xc0 || next > bytes.length) return cut
    if (isFrame(marker)) {
      // The size, and at least one colour.
      if (length < 11) return cut
      const fault = sizeFault(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      if (fault) return fault
      hasSize = true
    }
    if (marker === 0xda) hasPixels = true
    at = marker === 0xda ? afterScan(bytes, next) : next
  }
  return cut
}

/** SOF0 to SOF15, without the markers among them that are none. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Where the next marker is: pixels have none but restarts, and write 0xff as two bytes. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function sizeFault(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return 'is a picture without a size'
  if (width * height <= mostPixels) return undefined
  return `is a picture of ${width} × ${height} pixels; it may have ${mostPixels / 1e6} million in all`
}
