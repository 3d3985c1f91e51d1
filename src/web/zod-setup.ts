import { z } from "zod";

// The content security policy forbids code made from text, which zod would otherwise try for speed.
// Imported before every contract, because zod looks at this when a schema is made.
z.config({ jitless: true });
