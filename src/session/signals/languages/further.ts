import { fragments, type LanguageWords } from "../language.ts";

/** Lists of languages of which only the requests to remember and to forget are understood. */
export type FurtherWords = Pick<LanguageWords, "remember" | "stated" | "recalled" | "forget" | "forgetAbout">;

const chinese: FurtherWords = {
  remember: fragments`(?:请|請)?(?:你)?(?:要)?(?:记住|記住|牢记|牢記|记下|記下)(?:了)?[,，:：]? ?`,
  stated: fragments`[是在有用为為不没要会会能得叫] / 监听 / 監聽 / 位于 / 位於 / 运行 / 運行 / 使用 / 属于`,
  recalled: fragments`(?:怎么|怎麼|什么|什麼|为什么|吗|嗎)`,
  forget: fragments`(?:请|請)?(?:忘记|忘記|忘掉|忘了)[,，:：]? ?`,
  forgetAbout: fragments`(?:请|請)?(?:忘记|忘記|忘掉|忘了)(?:所有|一切)?(?:关于|關於)(?:所有)? ?`,
};

const spanish: FurtherWords = {
  remember: fragments`
    (?:por favor,? )?(?:recuerda|recuerde|ten en cuenta|tenga en cuenta|no olvides|apunta|anota)(?: que|:)
  `,
  stated: fragments`es / son / está / están / se llama / se llaman / escucha / vive / usa / usamos / corre / tiene / tenemos / hay / debe / no`,
  recalled: fragments`cuando / cómo / qué / por qué / dónde / quién`,
  forget: fragments`(?:por favor,? )?(?:olvida|olvide)(?: que| el hecho de que|:) / (?:borra|elimina) .{0,20}de (?:la |tu )?memoria:?`,
  forgetAbout: fragments`(?:por favor,? )?(?:olvida|olvide) (?:todo )?(?:lo de|lo que sabes de|lo que sabes sobre|sobre|acerca de)`,
};

const german: FurtherWords = {
  remember: fragments`
    (?:bitte )?(?:merk|merke|merken sie) (?:dir|sich)(?: bitte)?(?:,? dass|[,:]) / (?:bitte )?denk(?:e)? daran(?:,? dass|:)
    (?:bitte )?(?:beachte|vergiss nicht)(?:,? dass|:) / (?:bitte )?(?:merk|merke) dir(?= \S)
  `,
  stated: fragments`
    ist / sind / war / waren / heißt / heißen / steht / stehen / lauscht / hört / lautet / läuft / laufen / hat / haben / nutzt / nutzen / verwenden / muss / darf / soll / wird / werden / liegt / gehört / nicht / kein\p{L}*
  `,
  recalled: fragments`wie / was / warum / wann / wo / wer / das / die sache`,
  forget: fragments`(?:bitte )?vergiss(?:,? dass|:) / (?:lösche|entferne) .{0,20}aus (?:dem |deinem )?(?:gedächtnis|speicher):?`,
  forgetAbout: fragments`(?:bitte )?vergiss (?:alles |das )?(?:über|zu|mit|von)`,
};

/** One table a language. */
export const FURTHER: readonly FurtherWords[] = [chinese, spanish, german];
