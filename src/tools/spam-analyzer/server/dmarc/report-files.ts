/** Media types that receivers attach reports as, as a regular expression here and in PostgreSQL. */
export const REPORT_TYPES =
	"application/(x-)?(gzip|zip|xml)|application/(x-g?zip-compressed|octet-stream|dmarc\\+xml)|text/xml";
/** TLS reports, which come under the same subjects (RFC 8460 §5.3), are JSON. */
export const OTHER_REPORT_NAME = "\\.json(\\.gz)?$";
