import type { Encoding } from "./encodings.ts";

/** A language and the encodings that its tables come in. */
export interface Alphabet {
	/** Of one byte a letter. */
	encodings: readonly Encoding[];
	/** Small letters beyond ASCII, most frequent first. */
	letters: string;
}

/** An encoding with letters of two bytes, and what is frequent in names and addresses. */
export interface Syllabary {
	encoding: Encoding;
	frequent: string;
	/** Usual letters: first and last value of the first byte, then of the second. */
	rows: readonly (readonly [number, number, number, number])[];
}

const WEST: readonly Encoding[] = ["windows-1252", "macintosh"];
const CYRILLIC: readonly Encoding[] = ["windows-1251", "koi8-r"];

/** What the letters beyond ASCII are in files of one language. */
export const ALPHABETS: readonly Alphabet[] = [
	{ encodings: WEST, letters: "üöäßé" },
	{ encodings: WEST, letters: "éèçëêïàôîâûœù" },
	{ encodings: WEST, letters: "íáóéñúü" },
	{ encodings: WEST, letters: "ãçáéíóêúõâôà" },
	{ encodings: WEST, letters: "öåäéü" },
	{ encodings: WEST, letters: "øæåéö" },
	{ encodings: WEST, letters: "àèìòùé" },
	{ encodings: WEST, letters: "óíáúðöéþýæ" },
	{ encodings: WEST, letters: "ëïéöü" },
	{ encodings: WEST, letters: "éüöäáíóèßñçëåøãúàæêôïâîòìùûõýœðþÿ" },
	{ encodings: ["windows-1250"], letters: "łóąęśńżćź" },
	{ encodings: ["windows-1250"], letters: "áíéřýěčšžůúďťň" },
	{ encodings: ["windows-1250"], letters: "áíéčýšžúľťňôďóäĺŕ" },
	{ encodings: ["windows-1250"], letters: "áéóöőíüúű" },
	{ encodings: ["windows-1250"], letters: "ćčšžđ" },
	{ encodings: ["windows-1250"], letters: "ăşîţâ" },
	{ encodings: ["windows-1257"], letters: "ėšžįčūųąę" },
	{ encodings: ["windows-1257"], letters: "āīšēņļūčķžģ" },
	{ encodings: ["windows-1254"], letters: "ışüöğçâî" },
	{ encodings: CYRILLIC, letters: "аоеинрвстлкмдпуяьгйыбзчхшжюцщёэфъ" },
	{ encodings: ["windows-1251"], letters: "оаиінервкслтмдупйгяюзьбчщхєжшцїфґ" },
	{ encodings: ["windows-1251"], letters: "аиоенрвстјкмлдућпчбгзшђцжљњхфџ" },
	{ encodings: ["windows-1253"], letters: "αοσιςνρηλτκπμεγδυάίήόέθωύχβφζώξψϊϋ" },
	{ encodings: ["windows-1255"], letters: "ילואהרנבמדשתחגקעפצםסטכזןךףץ" },
	{ encodings: ["windows-1256"], letters: "اليمرنحدبوعسةفقهشتكجخطصزأضغذثىإئءؤظآ" },
	{ encodings: ["windows-874"], letters: "านร่กอเ้ัีมยลวดทสตะปบคหิแจพชขใไ์ุโูืึ็ธณถศงภผซญฉ" },
];

const KANJI = "田山中本佐藤鈴木高橋伊渡辺村小林加吉口井上松野原川島石崎一太郎子美和大正三株式会社東京名前様";
const KANA = "ンーイスルトアリラクシカマタコキサナニミヤロウエオチツテノハヒフムモユヨレワダドジガグのしいかなたとん々";
const JAPANESE = KANJI + KANA;

/** Surnames, given names, and what headers and companies are called. */
export const FREQUENT: readonly Syllabary[] = [
	{
		encoding: "shift_jis",
		frequent: JAPANESE,
		rows: [
			[0x81, 0x81, 0x40, 0x5b],
			[0x82, 0x82, 0x9f, 0xf1],
			[0x83, 0x83, 0x40, 0x96],
			[0x88, 0x97, 0x40, 0xfc],
		],
	},
	{
		encoding: "euc-jp",
		frequent: JAPANESE,
		rows: [
			[0xa1, 0xa1, 0xa1, 0xbc],
			[0xa4, 0xa4, 0xa1, 0xf3],
			[0xa5, 0xa5, 0xa1, 0xf6],
			[0xb0, 0xcf, 0xa1, 0xfe],
		],
	},
	{
		encoding: "gb18030",
		frequent:
			"王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华建国文玉红志海东公司有限姓名电话地址邮箱",
		rows: [[0xb0, 0xd7, 0xa1, 0xfe]],
	},
	{
		encoding: "big5",
		frequent:
			"陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐周葉蘇莊呂江何蕭羅高簡朱鍾美華文國明志雄俊傑淑惠雅婷家豪公司有限股份姓名電話地址郵件大小臺北市台縣區路街號",
		rows: [
			[0xa4, 0xc6, 0x40, 0x7e],
			[0xa4, 0xc6, 0xa1, 0xfe],
		],
	},
	{
		encoding: "euc-kr",
		frequent:
			"김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민수지영현준은경호진미석훈희동상철원인재혜연선아회사식름화소부대표메일",
		rows: [[0xb0, 0xc8, 0xa1, 0xfe]],
	},
];
