import type { Words } from "./words.ts";

const WHEN =
	"(?:manana|hoy|luego|pronto|despues|enseguida|ahora mismo|esta (?:tarde|noche|semana)|este (?:lunes|martes|miercoles|jueves|viernes|fin de semana)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|la semana que viene|la proxima semana|antes|cuanto antes|lo antes posible|en cuanto|cuando (?:sepa|tenga|llegue))";
const YOUR = "(?:tu|tus|su|sus|vuestra|vuestro|vuestras|vuestros)";
const ANSWER = "(?:respuesta|comentarios?|noticias|confirmacion|opinion|firma|contestacion|aprobacion|decision)";
const TO_ME =
	"(?:haz|hagan?|llama|llame|escribe|escriba|envia|envie|manda|mande|pasa|pase|trae|traiga|cuenta|cuente|di|diga|avisa|avise|confirma|confirme|responde|responda|contesta|conteste|recuerda|recuerde|indica|indique|explica|explique|muestra|ayuda|dimelo|confirmamelo)";

export const spanish: Words = {
	rhetorical: [
		"^¿?como (?:estas?|esta usted|estan|va todo|te va)",
		"^¿?que tal(?: (?:todo|va|estas?|el fin de semana|las vacaciones|el viaje|la familia))? ?\\?",
		"^¿?(?:alguna|mas) preguntas? ?\\?",
		"^¿?(?:verdad|quien sabe|no|por que no) ?\\?",
		"^¿?quien (?:lo )?(?:hubiera|iba|habria|diria)",
		"^¿?no es (?:precioso|preciosa|bonit[oa]|increible|genial|maravillos[oa]|fantastic[oa]|estupend[oa])",
		"^¿?(?:sabias|sabia usted) que|^¿?(?:te lo puedes creer|te imaginas)",
		"^¿?que mas (?:se puede|puedo|podemos|da)",
		"^espero que",
	],
	ownAnswers: [
		"^(?:porque|nada|nadie|simplemente|evidentemente)",
		"^(?:si|no|claro|por supuesto)(?= ?[,.!:;]|\\W*$)",
		"^(?:eso|esto) (?:significa|quiere decir)|^la respuesta|^muy (?:facil|sencillo|simple)",
	],
	asks: [
		"(?:me|nos) (?:gustaria|interesaria) (?:saber|conocer)",
		"(?:que|como) (?:te|le|os|les) parece",
		"(?:quedo|quedamos|estoy|estamos)(?: \\S{1,10})? (?:a la espera|pendientes?) de",
		"si (?:quieres|quiere|lo desea|queréis),? (?:yo )?(?:puedo|podemos|te|le)",
		`${TO_ME}(?:me|nos)(?:l[oa]s?)?`,
		"seria (?:\\S{1,10} )?(?:genial|bueno|estupendo|ideal|perfecto|fantastico|de (?:gran|mucha) ayuda) (?:que|si)",
		`(?:te|le|les|os) (?:agradeceria~|agradecemos|agradezco|ruego|rogamos|pido|pedimos|pediria)… (?:que|si|${YOUR}|una)`,
		`(?:espero|esperamos|aguardo|aguardamos)(?: con \\S{1,12})? (?:${YOUR}|una)(?: \\S{1,12})? ${ANSWER}`,
		"(?:a la espera|en espera) de (?:tu|tus|su|sus|una)",
		"(?:me|nos) (?:falta|faltan)",
		`(?:necesito|necesitamos|preciso) (?:${YOUR}|el|la|los|las|saber|que|una (?:respuesta|confirmacion|firma)|urgente~)`,
		"(?:me|nos) hace falta",
		"gracias (?:de antemano|por adelantado|por anticipado|anticipadas)|de antemano,? (?:muchas )?gracias",
		"(?:queria|queriamos|quisiera|quisieramos)(?: \\S{1,8})? (?:saber|preguntar~|pedir~|conocer|confirmar|solicitar)",
		"me preguntaba si",
		"(?:todavia|aun) no (?:he|hemos) (?:recibido|tenido)|no (?:he|hemos) recibido (?:todavia|aun|respuesta|su|tu|la|el|ningun~)",
		"(?:has|ha|te has|se ha) olvidado|falta (?:el adjunto|el archivo|el anexo)",
		"sin noticias (?:tuyas|suyas)",
		"(?:se ruega|rogamos|ruego|favor de|se solicita|sirvase~?)",
		"dej(?:a|e)me saber|(?:me|nos) (?:avisas|dices|confirmas|cuentas)",
	],
	unsolved: [
		"(?:sigue|siguen) sin (?:funcionar|llegar|ir|abrir~|aparecer)",
		"(?:todavia|aun) no (?:funciona|va|llega|aparece)|no (?:ha )?(?:funcionado|funciono|servido)",
		"(?:el mismo|la misma) (?:error|problema|fallo)",
		"(?:sigo|seguimos) sin (?:entender|saber|poder|ver)|no entiendo (?:por que|como|que)",
		"no (?:me|nos) cuadran?",
		"(?:estoy|estamos) (?:atascad[oa]s?|perdid[oa]s?|bloquead[oa]s?)",
	],
	courtesies: [
		"(?:saluda~|dale recuerdos|da las gracias|no dud~)",
		"disculp~",
		"(?:si|en caso de)(?: \\S{1,12}){0,3} (?:preguntas?|dudas?|ayuda|problemas?|consultas?)",
		"a (?:tu|su|vuestra) (?:entera )?disposicion",
		"(?:cuidate|cuidese|cuidaos|pasalo bien|que (?:te|le|os) vaya)",
	],
	noAnswer: ["(?:no (?:hace falta|es necesario)|sin necesidad de) (?:que )?(?:contest~|respond~)"],
	promises: [
		"(?:te|le|les|os|lo|la|se lo|te lo) ?(?:enviare|enviaremos|mandare|mandaremos|dire|diremos|avisare|avisaremos|llamare|llamaremos|escribire|respondere|responderemos|informare|confirmare|confirmaremos|traere|paso|envio|mando)(?! adjunt~| por la presente)",
		"(?:voy|vamos) a (?:enviar|mandar|preguntar|revisar|comprobar|mirar|averiguar|llamar|pagar|preparar|hablar con)~",
		"(?:lo|la) (?:miro|reviso|compruebo|consulto|preguntare|revisare|mirare)",
		`(?:te|le|les|os)(?: l[oa]s?)? (?:digo|cuento|aviso|llamo|escribo|confirmo|informo|contesto|respondo|traigo|envio|mando|paso)(?: algo)?… ${WHEN}`,
		`${WHEN}…? ?(?:te|le|les|os)(?: l[oa]s?)? (?:digo|cuento|aviso|llamo|escribo|confirmo|informo|contesto|respondo|traigo|envio|mando|paso)`,
		"(?:te|le|les|os) (?:mantendre|mantendremos|mantengo|mantenemos|tendre) (?:informad~|al tanto|al corriente)",
		`(?:recibira|recibiras|recibiran|tendras|tendra)… ${WHEN}`,
		"sera (?:informad[oa]|avisad[oa]|notificad[oa])",
		"y (?:te|le|os) (?:digo|cuento|aviso|confirmo)",
		"(?:me (?:encargo|ocupo)|nos (?:encargamos|ocupamos))(?: yo| de ello| de eso| nosotros)?",
	],
	tasks: [`(?:hago|pago|preparo|termino|reviso|firmo)… ${WHEN}`],
	conditions: [
		"(?:adjunt[oa]s?|por la presente)",
		"si (?:quieres|quiere|lo desea|quereis|prefieres|prefiere|te interesa)",
		"si (?:hay|surge) (?:algo|alguna|cambios|novedades)",
		"(?:si hace falta|en caso necesario)",
	],
	deliveries: [
		"(?:aqui (?:tienes|tiene|esta|estan|va|van)|adjunt[oa]s?|te adjunto|le adjunto|como (?:prometi|acordamos|quedamos))",
		"(?:ya )?(?:he|hemos|esta|estan)(?: \\S{1,6})? (?:enviado|mandado|pagado|hecho|listo|lista|preguntado|revisado|firmado|pedido|reservado|encontrado)",
	],
	closings: [
		"(?:muchas |mil )?gracias",
		"(?:perfecto|de acuerdo|entendido|hecho|recibido|confirmado|vale|listo|pagado|aprobado|de nada)",
	],
};
