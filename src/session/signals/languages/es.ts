import { fragments, type LanguageWords } from "../language.ts";
import { NO_WORDS, sentencesFrom } from "./sparse.ts";

export const spanish: LanguageWords = {
  ...NO_WORDS,
  tag: "es",
  letter: /[ñáéíóú¿¡]/iu,
  common:
    "el la los las que y es un una para con por del se lo está son al como pero más hay cuando si ya por favor".split(
      " ",
    ),
  narration: fragments`voy a / déjame / ahora (?:voy|reviso|miro|leo|busco) / (?:bien|perfecto|vale),? (?:voy|ahora)`,
  greetings: fragments`(?:hola|buenas)(?: (?:de nuevo|otra vez|a todos|claude|buenas))* / (?:muy )?buen[oa]s (?:días|tardes|noches) / buen día`,
  goAhead: fragments`(?:sí|si|ok|vale|bien|perfecto|gracias|sigue|continúa|adelante|hazlo|hola|y)+`,
  fillers: fragments`ahora / luego / entonces / después / y / pero / vale / bueno / gracias / además / por cierto`,
  requestStart: fragments`
    (?:repara|pon|mira|busca|ejecuta|genera|termina|deshaz|añade|agrega|cambia|corrige|arregla|crea|escribe|revisa|elimina|borra|quita|reemplaza|mueve|renombra|actualiza|prueba|configura|implementa|usa|utiliza|haz|muestra|explica|refactoriza|mejora)
  `,
  requestAnywhere: fragments`(?:puedes|podrías|podemos) / por favor / (?:tenemos|necesitamos|hay) que / (?:quiero|necesito) que`,
  politeStart: fragments`(?:puedes|podrías)(?: por favor)? / por favor,?`,
  humanDecision: fragments`(?:usa|usemos|usamos|mantén|deja) .{2,60}en (?:vez|lugar) de / en (?:vez|lugar) de / siempre / nunca / (?:debe|no debe|tiene que) / vamos a usar / nos quedamos con`,
  agentDecision: fragments`(?:he|hemos) (?:decidido|optado|elegido) / en (?:vez|lugar) de / a propósito / ya no`,
  decided: fragments`(?:he|hemos|se ha) (?:decidido|acordado) / decisión:`,
  binding: fragments`siempre / nunca / solo / sólo / en (?:vez|lugar) de / debe / ya no / por defecto`,
  reason: fragments`porque / para que / ya que / así que / de lo contrario / debido a`,
  pickStart: fragments`
    (?:(?:sí|si|vale|ok|bien|por favor|vamos|con|haz|hagamos|elige|elijo|prefiero|toma|usa|empieza|la|el|opción|número|punto)[,.:!]*\s+){1,12}
  `,
  afterPick: fragments`(?:opción|punto)(?=[,.;:!]|$) / por favor / pero / y / primero / luego / parece / está bien / es mejor`,
  pickPraise: fragments`(?:opción|punto|por favor)[.!]?$ / (?:parece|está|es) (?:bien|mejor|la mejor)`,
  pickEnd: fragments`(?:haz|toma|arregla|implementa|empieza con|opción|punto)$`,
  ordinals: fragments`(?:la |el )?primer[oa]?(?: opción| punto)? / (?:la |el )?segund[oa](?: opción| punto)? / (?:la |el )?tercer[oa]?(?: opción| punto)?`,
  questionStart: fragments`¿ / (?:por qué|qué|cómo|cuál|quién|cuándo|dónde|hay|es|puede)\s`,
  hedge: fragments`quizás? / tal vez / probablemente / posiblemente / podría / creo que / parece`,
  refutes: fragments`
    no (?:es|era|fue|son|eran) (?:la |el |un |una )?(?:\p{L}+ )?(?:causa|problema|error|motivo|culpable|culpa)
    no (?:tiene|tenía|tuvo) (?:nada )?que ver / descartad[oa]s? / falsa alarma / pista falsa
    (?:mi|la|esa|esta) (?:hipótesis|teoría|suposición|sospecha) (?:es|era|estaba|fue|resultó) (?:ser )?(?:falsa|errónea|incorrecta|equivocada)
    me equivoqué / estaba equivocad[oa]
  `,
  corrects: fragments`
    no,? (?:es|era|fue|son|eran) / en realidad / la (?:verdadera |auténtica )causa / la causa real / resultó (?:ser|que)
  `,
  causeNoun: fragments`causa / problema / error / motivo / culpable / culpa / hipótesis / teoría / el / la / los / las / al / final / eso`,
  rule: fragments`
    siempre / nunca / jamás / de ahora en adelante / a partir de (?:ahora|hoy) / en (?:el )?futuro(?=[,:.]|$) / para (?:el )?futuro(?=[,:]) / cada vez / por defecto / por regla general
    (?:antes|después) de cada
  `,
  houseRule: fragments`
    en este (?:repo(?:sitorio)?|proyecto|equipo|código),? (?:usamos|nosotros|siempre|nunca|no|se|escribimos)
    nuestra (?:regla|convención|norma) es / (?:nosotros )?(?:siempre|nunca) (?:usamos|escribimos|hacemos) / (?:yo )?(?:prefiero|preferimos)
  `,
  decidedByHuman: fragments`
    (?:usa|usemos|usamos|utiliza|mantén|guarda|vamos a usar) .{2,80}en (?:vez|lugar) de / (?:nos quedamos con|vamos a (?:adoptar|usar|migrar|pasar a|dejar de)|pasamos a|dejamos de)
    no (?:uses|guardes|pongas|escribas) .{2,80}[,;] ?(?:sino |mejor )?(?:usa|guarda|pon|escribe) / (?:debe|deben|puede|pueden) (?:siempre|nunca) / no hace falta (?:compatibilidad|soporte|mantener)
  `,
  convention: fragments`(?:invariante|convención|regla|norma|política)(?: aquí)?(?: es| era| dice)?,? (?:de )?que / (?:convención|regla|norma)(?: aquí)?:`,
  told: fragments`
    por favor / (?:tienes|tienen|hay) que / (?:debes|deben|debe|deberías) / (?:quiero|prefiero|espero) / asegúrate / no (?:uses|hagas|escribas|añadas|agregues|toques|borres|cambies)
    (?:usa|utiliza|escribe|responde|ejecuta|haz|revisa|pregunta|mantén|deja|pon)
  `,
  ofProduct: fragments`el / la / los / las / un / una / cada / todos los / todas las`,
  manner: fragments`responde\p{L}* / contesta\p{L}* / explica\p{L}* / idioma / tono / breve\p{L}* / español / inglés / comentarios?`,
  onceOnly: fragments`
    esta vez / todavía / aún / es[ea] (?:archivo|rama|fichero|test) / por ahora / de momento / hoy / ahora mismo / aquí / temporalmente / en est[ea] (?:archivo|caso|prueba|commit|función)
  `,
  reproof: fragments`
    (?:no,? )?(?:por favor,? )?no (?:uses|hagas|escribas|añadas|agregues|toques|borres|elimines|cambies|pongas|ejecutes|crees)
    (?:no,? )?(?:por favor,? )?(?:usa|utiliza) .{2,60}en (?:vez|lugar) de / deja de \p{L}+
  `,
  notKept: fragments`
    (?:por favor,? )?no (?:lo |la |los |las |te )?(?:recuerdes|recuerde|memorices|memorice|anotes|anote|apuntes|apunte)
    (?:por favor,? )?no (?:hace falta|es necesario|tienes) (?:que (?:lo )?recuerd(?:es|arlo)|recordar(?:lo)?)
    (?:por favor,? )?no (?:lo )?(?:guardes|guarde|pongas|escribas) .{0,60}en (?:la |tu )?memoria
  `,
  roles: fragments`(?:tech )?lead / jef[ea] / líder / responsable / encargad[oa] / dueñ[oa] / desarrollador\p{L}* / diseñador\p{L}* / administrador\p{L}* / cliente / directora? / arquitect[oa]`,
  owns: fragments`(?:revisa|aprueba|mantiene|administra|gestiona|lidera|dirige) / se (?:encarga|ocupa) de / (?:es|está) (?:responsable|a cargo) de`,
  ownedBy: fragments`se (?:encarga|ocupa)`,
  infrastructure: fragments`
    servidor / host / base de datos / clúster / staging / producción / prod / máquina / cola / ci / runner / proxy / dominio / vpn / postgres(?:ql)? / redis
  `,
  runsOn: fragments`(?:corre|vive|está alojad[oa]|se ejecuta) en / está (?:en|detrás de) / escucha en / puerto (?:es|\d+)`,
  thisProject: fragments`est[ea] (?:proyecto|repositorio|repo|aplicación|app|servicio|biblioteca|web) es`,
  projectNouns: fragments`api / app / aplicación / servicio / herramienta / biblioteca / web / sitio / tienda / plataforma / juego / sistema / monorepo`,
  correcting: fragments`
    (?:corrección|rectificación|fe de erratas|corrijo|rectifico)(?=\s*[:,;.—–-])
    (?:no,? )?(?:eso|esto) (?:no es (?:correcto|cierto|verdad|así)|está mal|es (?:incorrecto|falso))(?=\s*[:,;.—–-])
    (?:no,? )?(?:te equivocas|estás equivocad[oa])(?=\s*[:,;.—–-])
  `,
  objecting: fragments`no(?=\s*[:,;.—–-]) / (?:en realidad|de hecho|realmente),?`,
  contrast: [
    {
      pattern:
        "(.*?)no ((?:es|está|son|se llama|corre|escucha|usa)\\s.*?)?(\\S+),? sino (?:que )?(?:es |está )?(.+)",
      say: "$1$2$4",
      old: 3,
    },
    { pattern: "(.+?)(?:, ?(?:y )?| y )no (?!es\\s|está\\s|se\\s)(.+)", say: "$1", old: 2 },
    { pattern: "(.+?),? (?:en vez de|en lugar de) (.+)", say: "$1", old: 2 },
  ],
  cause: fragments`(?:la |el )?(?:causa|problema|error|motivo|fallo)(?: real)? (?:es|era|está) / se debe a / debido a / porque`,
  finding: fragments`falla / falta / no funciona / nunca se / no se / está (?:roto|obsoleto)`,
  doneStart: fragments`(?:añadid|agregad|corregid|arreglad|cambiad|cread|eliminad|reemplazad|actualizad|hech)[oa]s? / (?:he|hemos) (?:añadido|agregado|corregido|arreglado|cambiado|creado|eliminado|reemplazado|actualizado|movido) / listo`,
  doneAnywhere: fragments`(?:todas )?las pruebas (?:pasan|están en verde) / todos los tests pasan / (?:ya )?está (?:listo|corregido|arreglado|hecho)`,
  announces: fragments`(?:esto|eso) (?:significa|quiere decir) que`,
  underWay: fragments`(?:sigue|siguen|todavía está|todavía están|aún está) (?:corriendo|ejecutándose|en curso|compilando|en marcha)`,
  looking: fragments`(?:ahora )?estoy (?:revisando|mirando|leyendo|buscando|ejecutando|comprobando|esperando|verificando)`,
  next: fragments`(?:el )?siguiente paso / a continuación / después / queda por / falta por / todavía (?:falta|queda)`,
  offer: fragments`¿quieres / ¿te gustaría / si quieres / avísame`,
  headings: {
    next: fragments`(?:próximos?|siguientes?) pasos? / pendiente / plan`,
    decisions: fragments`decisi(?:ón|ones)`,
    findings: fragments`causas? / problemas? / hallazgos?`,
    done: fragments`hecho / cambios / resumen / listo`,
    quoted: [],
  },
  say: sentencesFrom({
    inProgress: "En curso",
    steps: (done, all) => `${done} de ${all} pasos hechos`,
    failed: (command) => `La última ejecución de ${command} falló y desde entonces no ha pasado.`,
    passed: "Después pasó",
    changed: "Últimos cambios",
    asked: "Aún no se ha hecho nada de la última petición.",
    started: "Se ha empezado con la última petición; aún no se ha cambiado nada para ella.",
    answered: "La última petición fue respondida; no se cambió nada para ella.",
    waits: "Espera una respuesta",
    found: "Aún sin cambios para la última petición; hallado hasta ahora",
    fix: "Arreglo",
    failure: "falló",
    commands: "Comandos",
    rejected: "descartado",
    chosen: "Elegido",
    changeIn: "cambio en",
    and: "y",
    phases: {
      "in-progress": "En curso",
      waiting: "Espera una respuesta",
      blocked: "Bloqueado",
      done: "Hecho",
    },
    purposes: {
      test: "Pruebas",
      lint: "Lint",
      typecheck: "Comprobación de tipos",
      format: "Formato",
      build: "Compilación",
      bench: "Medición",
      generate: "Generación",
      deploy: "Despliegue",
      release: "Publicación",
    },
  }),
};
