// Files for a new worker: a Blob or File in a body becomes the data URL that the API takes.
const kinds = {
    pdf: 'application/pdf',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
};
/** The body with the content of every file in it. */
export async function withContents(value) {
    if (Array.isArray(value))
        return Promise.all(value.map(withContents));
    if (value === null || typeof value !== 'object')
        return value;
    if ('file' in value && value.file instanceof Blob)
        return contentOf(value);
    const entries = Object.entries(value).map(async ([name, inner]) => [name, await withContents(inner)]);
    return Object.fromEntries(await Promise.all(entries));
}
async function contentOf({ file, fileName = file.name ?? 'document', docType }) {
    const kind = file.type || kinds[fileName.split('.').at(-1).toLowerCase()] || 'application/octet-stream';
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { fileName, content: `data:${kind};base64,${base64(bytes)}`, ...(docType && { docType }) };
}
const chunk = 0x8000;
function base64(bytes) {
    const pieces = [];
    for (let at = 0; at < bytes.length; at += chunk) {
        pieces.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
    }
    return btoa(pieces.join(''));
}
