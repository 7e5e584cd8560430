/** A file to send; `docType` says which side it shows. */
export type Upload = {
    file: Blob;
    fileName?: string;
    docType?: 'Front' | 'Back';
};
/** The body with the content of every file in it. */
export declare function withContents(value: unknown): Promise<unknown>;
