// Files of the types that are checked: whole ones, and ones with every fault that is looked for.
import { files as demoFiles, pdfSaying, png } from '../../demo/files.ts'

const script = Buffer.from('<script>alert(document.domain)</script>')
export const contentOf = (type: string): Buffer => {
  const found = [...demoFiles()].find(({ contentType }) => contentType === type) as { base64: string }
  return Buffer.from(found.base64, 'base64')
}
const jpeg = contentOf('image/jpeg')

/** The same picture with another size in its header. */
function sized(type: 'image/png' | 'image/jpeg', width: number, height: number): Buffer {
  const copy = Buffer.from(contentOf(type))
  if (type === 'image/png') {
    copy.writeUInt32BE(width, 16)
    copy.writeUInt32BE(height, 20)
    return copy
  }
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes]
const jpegOf = (...bytes: number[]) => Buffer.from([0xff, 0xd8, ...bytes])
const framed = (marker: number) => segment(marker, 8, 0, 8, 0, 8, 1, 1, 0x11, 0)
const frame = framed(0xc2)
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
/** Tables and what is reserved have markers among those of the frames. */
const noFrames = [0xc4, 0xc8, 0xcc]
const frames = between(0xc0, 0xcf).filter(marker => !noFrames.includes(marker))
const restarts = between(0xd0, 0xd7)
const scan = segment(0xda, 1, 1, 0, 0, 63, 0)
const end = [0xff, 0xd9]

/** The end of a PDF and what is behind it, so many bytes in all. */
const endingEarly = (bytes: number) =>
  Buffer.concat([pdfSaying('x'), Buffer.from('startxref\n8\n%%EOF'.padEnd(bytes, '\n'))])

/** One that says that its table is so many bytes behind its last. */
function pointing(beyond: number): Buffer {
  const start = '%PDF-1.4\nstartxref\n'
  const length = start.length + '00\n%%EOF'.length
  return Buffer.from(`${start}${length + beyond}\n%%EOF`)
}

export const whole: [string, string, Buffer][] = [
  ['a PDF', 'application/pdf', pdfSaying('whole')],
  [
    'a PDF with line ends of Windows',
    'application/pdf',
    Buffer.from('%PDF-2.0\r\nx\r\nstartxref\r\n8\r\n%%EOF\r\n'),
  ],
  ['a PDF that points at its last byte', 'application/pdf', pointing(-1)],
  ['a PDF that was amended', 'application/pdf', Buffer.concat([pdfSaying('one'), pdfSaying('two')])],
  ['a PDF with a few bytes behind it', 'application/pdf', Buffer.concat([pdfSaying('x'), Buffer.alloc(500)])],
  ['a PDF with as much behind it as readers look through', 'application/pdf', endingEarly(1024)],
  ['a PNG', 'image/png', png()],
  ['a PNG of 250 million pixels', 'image/png', sized('image/png', 15_625, 16_000)],
  ['a JPEG', 'image/jpeg', jpeg],
  ['a JPEG with a film behind it', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('ftypmp42')])],
  [
    'a JPEG in several scans',
    'image/jpeg',
    jpegOf(...frame, ...scan, 1, 0xff, 0, 0xff, 0xd3, 2, ...scan, 3, ...end),
  ],
  [
    'a JPEG with every restart between its pixels',
    'image/jpeg',
    jpegOf(...frame, ...scan, ...restarts.flatMap(restart => [1, 0xff, restart]), ...end),
  ],
  ['a JPEG with an empty comment', 'image/jpeg', jpegOf(...segment(0xfe), ...frame, ...scan, 1, ...end)],
  ...frames.map((marker): [string, string, Buffer] => [
    `a JPEG with a frame of the kind ${marker.toString(16)}`,
    'image/jpeg',
    jpegOf(...framed(marker), ...scan, 1, ...end),
  ]),
  ['a JPEG with bytes that fill', 'image/jpeg', jpegOf(0xff, ...frame, 0xff, 0xff, ...scan, 1, 0xff, ...end)],
]
const signature = png().subarray(0, 8)
const chunk = (type: string, length: number) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.alloc(length + 4)])
}
const header = png().subarray(8, 33)
export const broken: [string, string, Buffer, RegExp][] = [
  ['a script behind the signature of a PNG', 'image/png', Buffer.concat([signature, script]), /not whole/],
  ['a script behind a PNG', 'image/png', Buffer.concat([png(), script]), /something else behind it/],
  ['a PNG that was cut', 'image/png', png().subarray(0, -1), /not whole/],
  ['the signature of a PNG alone', 'image/png', signature, /not whole/],
  [
    'a PNG without a header',
    'image/png',
    Buffer.concat([signature, chunk('IDAT', 13), chunk('IEND', 0)]),
    /no header/,
  ],
  ['a PNG with a long header', 'image/png', Buffer.concat([signature, chunk('IHDR', 14)]), /no header/],
  ['a PNG without pixels', 'image/png', Buffer.concat([signature, header, chunk('IEND', 0)]), /not whole/],
  [
    'a PNG whose end is not empty',
    'image/png',
    Buffer.concat([signature, header, chunk('IDAT', 1), chunk('IEND', 1)]),
    /not whole/,
  ],
  [
    'a PNG with a chunk of no name',
    'image/png',
    Buffer.concat([signature, header, chunk('ID1T', 0)]),
    /not whole/,
  ],
  [
    'a PNG of 50,000 × 40,000',
    'image/png',
    sized('image/png', 50_000, 40_000),
    /50000 × 40000 pixels; it may have 250 million/,
  ],
  ['a PNG of a pixel more than 250 million', 'image/png', sized('image/png', 250_000_001, 1), /pixels/],
  ['a PNG without a width', 'image/png', sized('image/png', 0, 4), /without a size/],
  ['a PNG without a height', 'image/png', sized('image/png', 4, 0), /without a size/],
  ['a JPEG of 65,000 × 60,000', 'image/jpeg', sized('image/jpeg', 65_000, 60_000), /65000 × 60000 pixels/],
  [
    'a script behind the signature of a JPEG',
    'image/jpeg',
    Buffer.concat([jpeg.subarray(0, 4), script]),
    /not whole/,
  ],
  ['a JPEG that was cut', 'image/jpeg', jpeg.subarray(0, -2), /not whole/],
  ['a JPEG that was cut in its header', 'image/jpeg', jpeg.subarray(0, 30), /not whole/],
  ['a JPEG without a frame', 'image/jpeg', jpegOf(...scan, 1, ...end), /not whole/],
  ['a JPEG without pixels', 'image/jpeg', jpegOf(...frame, ...end), /not whole/],
  ['a JPEG with a frame of no size', 'image/jpeg', jpegOf(...segment(0xc0, 8, 0, 8), ...end), /not whole/],
  [
    'a JPEG with a frame of no colour',
    'image/jpeg',
    jpegOf(...segment(0xc0, 8, 0, 8, 0, 8, 0, 0), ...scan, 1, ...end),
    /not whole/,
  ],
  ...noFrames.map((marker): [string, string, Buffer, RegExp] => [
    `a JPEG with ${marker.toString(16)} in the place of a frame`,
    'image/jpeg',
    jpegOf(...framed(marker), ...scan, 1, ...end),
    /not whole/,
  ]),
  ...[0xcf, 0xd8].map((marker): [string, string, Buffer, RegExp] => [
    `a JPEG with ${marker.toString(16)} between its pixels`,
    'image/jpeg',
    jpegOf(...frame, ...scan, 1, 0xff, marker, ...end),
    /not whole/,
  ]),
  [
    'a JPEG with a marker that is none',
    'image/jpeg',
    jpegOf(...frame, 0xfe, ...scan.slice(1), 1, ...end),
    /not whole/,
  ],
  [
    'a JPEG with a segment of no kind',
    'image/jpeg',
    jpegOf(...segment(0xbf), ...frame, ...scan, 1, ...end),
    /not whole/,
  ],
  [
    'a JPEG with a segment of no length',
    'image/jpeg',
    jpegOf(0xff, 0xe0, 0, 1, ...frame, ...scan, ...end),
    /not whole/,
  ],
  [
    'a JPEG with a scan of no length',
    'image/jpeg',
    jpegOf(...frame, 0xff, 0xda, 0, 1, 1, ...end),
    /not whole/,
  ],
  [
    'a JPEG that ends with a frame of too many pixels',
    'image/jpeg',
    jpegOf(...segment(0xc0, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0)),
    /65535 × 65535 pixels/,
  ],
  [
    'a script behind the signature of a PDF',
    'application/pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), script]),
    /does not end/,
  ],
  [
    'a PDF with a script of a page behind it',
    'application/pdf',
    Buffer.concat([pdfSaying('x'), Buffer.alloc(1100), script]),
    /does not end/,
  ],
  ['a PDF with a byte more behind it', 'application/pdf', endingEarly(1025), /does not end/],
  [
    'a PDF that ends in capitals',
    'application/pdf',
    Buffer.from('%PDF-1.4\nSTARTXREF\n0\n%%EOF'),
    /does not end/,
  ],
  [
    'a PDF of a version too far',
    'application/pdf',
    Buffer.from('%PDF-x1.4\nstartxref\n0\n%%EOF'),
    /no version/,
  ],
  ['a PDF that points at its end', 'application/pdf', pointing(0), /missing/],
  [
    'a PNG that is called a PDF',
    'application/pdf',
    png(),
    /says it is application\/pdf, but its bytes are those of image\/png/,
  ],
  ['words that are called a PNG', 'image/png', script, /says it is image\/png, but its bytes are not/],
  ['a PDF of no version', 'application/pdf', Buffer.from('%PDF-x\nstartxref\n0\n%%EOF'), /no version/],
  ['a PDF that points beyond its end', 'application/pdf', pointing(10), /missing/],
]
