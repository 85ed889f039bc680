/* Files of a thread. */

/** Types of files that a thread takes. A HEIC picture is taken where the server can read it. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

/** Why the server did not take the bytes of a file; `fileLate`: they did not come in seven days. */
export const refusedFiles = ['fileSize', 'fileHash', 'fileType', 'readablePicture', 'megapixels', 'fileLate'] as const
export type RefusedFile = (typeof refusedFiles)[number]

/** Where files are sent by tus 1.0, below `/api`. */
export const uploadPath = '/files/'
