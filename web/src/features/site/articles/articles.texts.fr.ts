import type { articles as english } from "./articles.texts.en.ts";

export const articles: typeof english = [
  {
    question: "Comment améliorer les performances d’une application React?",
    answer: [
      "Mesurez d’abord. Le panneau réseau du navigateur montre ce qu’un visiteur attend, et le profileur de React montre quels composants s’affichent et pourquoi. La plupart des pages lentes envoient trop de code ou demandent une chose après l’autre; peu sont lentes parce que React effectue trop de rendus.",
      "Envoyez moins\u00a0: divisez le code par route, pour qu’une page n’apporte que ce qu’elle montre, donnez aux images la taille de l’écran où on les voit, et lancez en même temps ce qui peut se faire en parallèle. Effectuez moins de rendus\u00a0: gardez l’état près de l’endroit qui l’utilise, donnez des clés stables aux lignes d’une liste, et affichez les longues listes par morceaux.",
      "Mémoïsez en dernier, là où le profileur l’indique, avec `memo`, `useMemo` et `useCallback` ou avec le compilateur de React, qui le fait pour vous. Une mémoïsation dont les entrées changent à chaque rendu coûte plus qu’elle ne rapporte.",
    ],
    example: `const Dashboard = lazy(() => import("./Dashboard"));

<Suspense fallback={<Spinner />}>
  <Dashboard />
</Suspense>`,
  },
  {
    question: "De quelles façons peut-on gérer l’état dans une application React?",
    answer: [
      "Demandez-vous à qui appartient l’état. Ce dont un seul composant a besoin vit dans ce composant, avec `useState` ou `useReducer`. Ce que des voisins partagent monte jusqu’à leur plus proche parent commun et redescend sous forme de props. Ce qu’un arbre entier lit et qui change rarement, comme le thème ou la personne connectée, convient à un contexte.",
      "Ce qui appartient au serveur n’est pas un état de l’application, mais une copie de celui du serveur\u00a0: une bibliothèque de requêtes le récupère, le partage entre les composants et le redemande quand il a vieilli. Ce qu’un lien doit transporter, comme une recherche ou un filtre, a sa place dans l’adresse, où le bouton Précédent et un signet le retrouvent.",
      "Il reste peu de chose. Là où bien des parties éloignées modifient la même donnée, un magasin d’état hors de l’arbre, comme Redux ou Zustand, permet à chaque composant de ne s’abonner qu’au morceau qu’il montre.",
    ],
    example: `// propre à un composant
const [count, setCount] = useState(12);
// à tout l’arbre
const theme = useContext(Theme);
// au serveur
const tools = useQuery(toolsQuery);
// à l’adresse
const [search] = useSearchParams();`,
  },
  {
    question: "Comment fonctionne l’héritage par prototypes?",
    answer: [
      "Chaque objet JavaScript a un lien vers un autre objet ou vers `null`\u00a0: son prototype. Une propriété que l’objet n’a pas lui-même est cherchée dans le prototype, puis dans le prototype du prototype, jusqu’à ce qu’on la trouve ou que la chaîne se termine.",
      "Rien n’est copié. Une méthode se trouve une seule fois, sur le prototype, et sert à chaque objet qui y est lié, où `this` est l’objet sur lequel elle a été appelée. Affecter une simple propriété ne change pas le prototype\u00a0: cela crée une propriété de l’objet lui-même, qui masque celle dont il hérite.",
      "`class` est une autre façon d’écrire la même chose. Ses méthodes sont placées sur l’objet `prototype` du constructeur, `new` y lie chaque nouvel objet, et `extends` lie un tel objet au suivant.",
    ],
    example: `const tool = {
  describe() {
    return \`Une \${this.name}\`;
  },
};
const spade = Object.create(tool);
spade.name = "bêche";

// "Une bêche"\u00a0: trouvée sur le prototype
spade.describe();
// false\u00a0: ce n’est pas une propriété de la bêche
Object.hasOwn(spade, "describe");`,
  },
  {
    question: "Pourquoi ne modifie-t-on pas l’état directement dans React?",
    answer: [
      "Ce qu’un composant lit est un instantané de son état, pris pour ce seul rendu. Lui affecter une valeur change une variable locale et rien d’autre\u00a0: React n’en sait rien, donc rien n’est dessiné, et le rendu suivant repart de l’ancienne valeur.",
      "Modifier sur place un objet ou un tableau n’est pas mieux. La référence reste la même, si bien que React, qui compare avec `Object.is`, conclut que rien n’est arrivé et peut sauter le rendu; tout ce qui retient l’ancienne valeur pour une comparaison la voit maintenant changée elle aussi.",
      "La fonction de mise à jour remet à React une nouvelle valeur. React décide alors quand effectuer le rendu, regroupe plusieurs mises à jour et peut distinguer l’ancien du nouveau. Quand la nouvelle valeur dépend de l’ancienne, donnez-lui une fonction\u00a0: elle reçoit la valeur la plus récente, et non celle de l’instantané.",
    ],
    example: `// rien n’est dessiné
tools.push(spade);
// un nouveau tableau, un nouveau rendu
setTools([...tools, spade]);
// compte jusqu’à deux
setCount((count) => count + 1);
setCount((count) => count + 1);`,
  },
  {
    question: "Qu’est-ce qu’un test unitaire, et pourquoi en écrire?",
    answer: [
      "Un test unitaire appelle un petit morceau d’un programme, une fonction ou un composant, à l’écart du reste, et compare ce qu’il fait avec ce qu’il devrait faire. Il n’a besoin ni d’un réseau ni d’une base de données, si bien qu’il s’exécute en quelques millisecondes et peut s’exécuter à chaque modification.",
      "Il trouve une erreur là où elle a été commise, bien avant qu’un visiteur ne la rencontre, et dit quel morceau est en cause. Il montre par l’exemple à quoi sert le morceau, et ne peut pas devenir périmé sans qu’on le remarque. Et il permet de réécrire l’intérieur du morceau l’esprit tranquille.",
      "Un bon test vérifie ce que fait le morceau et non comment il est écrit\u00a0: il échoue quand le programme se trompe, et seulement alors. Il ne remplace pas les tests qui parcourent l’ensemble en cliquant; il leur laisse moins à trouver.",
    ],
    example: `test("une quantité inférieure au minimum est refusée", () => {
  const offer = { minimumQuantity: 12, availableQuantity: 480 };
  expect(quantityFault("11", offer)).toBe(
    "La quantité commandée est inférieure à la quantité minimale",
  );
});`,
  },
];
