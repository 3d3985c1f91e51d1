import type { Annotation } from "../../fixtures/summaries/annotation.ts";

/**
 * Annotations of twenty emails of `list-usrp-users`, by Message-ID: the first by SHA-256 of their Message-ID whose new text has 200
 * to 2,500 characters. The emails themselves are not in this repository.
 */
export const listMail: Readonly<Record<string, Annotation>> = {
	"CAFche=jad33=Lag2m+wwBEo2UOc05kWJX4W2UA7yiCVMVKpckQ@mail.gmail.com": {
		main: "You might also refer to the benchmark_rate",
		actions: [],
		either: ["See also"],
	},
	"CAL7q81v7COTZnSjKD6kBKVx0c5vTbVx0_8=Dy5AfsqTo1h9d+w@mail.gmail.com": {
		main: "a lot of investigation into a potential bug",
		actions: [{ quote: "If you are able to provide code", due: null }],
		either: ["try applying the fix from this post"],
	},
	"CAL7q81s=-MRW3ufTmcjZ5Fm5KVsz4MQtTKpPLbrD5Hk4xvauvA@mail.gmail.com": {
		main: "If you run netstat -s before and after",
		actions: [],
		either: ["If you run netstat -s", "have you increased the ring buffer"],
	},
	"BN6PR06MB3394209BDEC0BECABBC1DBA9F37C9@BN6PR06MB3394.namprd06.prod.outlook.com": {
		main: "(apparently) constant delay between the two",
		actions: [],
	},
	"CACryqrGQYGQkevGZBi4BRQfmQqDMxopumXRr4qdZHY=1yDDDOw@mail.gmail.com": {
		main: "receive the signal in both RF A and RF B",
		actions: [],
		foreign: ["Ph.D. Student", "Utah State University"],
	},
	"20210217110602.esxs2qcwdtyzegtn@barbe": { main: "reproduce such behaviour on X300", actions: [] },
	"MA1PR01MB2588D349CDCE2F00C0B209C090A90@MA1PR01MB2588.INDPRD01.PROD.OUTLOOK.COM": {
		main: "two different parameters in gnuradio",
		actions: [],
		foreign: ["Product Engineer", "content of this e-mail is confidential", "please notify the sender"],
	},
	"CAB__hTSPrE27F7kjz+LxOUXP2-aByPVt_53047BOMAbwKKpZLA@mail.gmail.com": {
		main: "revisit a couple of issues with UHD 4.0",
		actions: [],
	},
	"BBFC10AB-0C6C-4C08-AF50-7CF0B7C30F1B@lanl.gov": {
		main: "understand the practicality of using a USRP",
		actions: [],
	},
	"CAFOi1A5RwDQcwsvg-9sJNv-OdJLveXsbMT0SxuFv8PHr5CuEmA@mail.gmail.com": {
		main: "Can you please convert it to JSON",
		actions: [
			{ quote: "Can you please convert it to JSON", due: null },
			{ quote: "You'll need to install flatc", due: null },
		],
	},
	"MN2PR19MB314923A9CE83FC523E434FD9A44D9@MN2PR19MB3149.namprd19.prod.outlook.com": {
		main: "Is there a process for getting the other blocks",
		actions: [],
	},
	"CAJZBg9WKhhqZcAcmy6SDRAXe_DJBgReU5Ky9z9_iZ412zkouNA@mail.gmail.com": {
		main: "Let me try to rename my files",
		actions: [],
		foreign: ["Vào Th 4"],
	},
	"981f2086-3ab7-00ea-4318-18b105a1b6d0@dcsmail.net": {
		main: "Using GRC to build radios",
		actions: [],
		either: ["See the details at"],
	},
	"MN2PR12MB3871C6D806A24588D2C90E01AF0E9@MN2PR12MB3871.namprd12.prod.outlook.com": {
		main: "we will have to hold off for now",
		actions: [{ quote: "Report back if you have any successes", due: null }],
	},
	"CAA7+tqQUHkaDPM3PLAZ_w+Eb88qOb4iMgg-dyeEYSVUOsBrftw@mail.gmail.com": {
		main: "i installed everything again and the error was gone",
		actions: [],
	},
	"5FPGdZS0yFxPkkbbBdxqP5zyFSGs8FyylxN0bc8q6P0@lists.ettus.com": {
		main: "running as an in-person event in Charlotte",
		actions: [{ quote: "Please read the full announcement", due: null }],
	},
	"CALNMZ8WtYdpxN_-g2AO_3hqWRORJ3f0Vf81qdPFf2QJgFFAP=g@mail.gmail.com": {
		main: "those files are not part of any installed packages",
		actions: [],
	},
	"CAJrPtHmAN8q-P+tUB1mfs+82s79LXuAPCDyBj3sTStsDoOoVzQ@mail.gmail.com": {
		main: "Our use-cases related to production test",
		actions: [],
	},
	"CA+rmjiERCja+dQQ7QoU0qD2CMSSCdYbL4F85HCJRxzZJNwxnJQ@mail.gmail.com": {
		main: "been unable to initialize my B210",
		actions: [],
	},
	"CAL7q81sktbdKdLBfE+3_NOCRbmwND1UUUGReKvvJK5SdTdyvvA@mail.gmail.com": {
		main: "If so, yes that is possible",
		actions: [{ quote: 'take note of the "second_addr" device arg', due: null }],
		either: ["for how to benchmark rx"],
	},
};
