// Writes a page per function, class and set of options that the npm package exports, made by TypeDoc from the declarations (`pkg/*.d.ts`), for
// the site of the documents. Needs `cargo xtask build`, which writes the declarations of requests and responses.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Application, ReflectionKind } from "typedoc";
import { load as writeMarkdown } from "typedoc-plugin-markdown";

/** Paths of files that bundlers load, not programs. */
const FILES = /\.(wasm|json)$/;
/** Types of requests and responses have their own pages in the reference. */
const RESPONSE_TYPES = /^dist\/(v[23])\.d\.ts$/;

/**
 * Returns the import paths of a package by their declarations: of several paths with equal declarations, the first one.
 * @param {string} packageFolder
 */
export async function readEntries(packageFolder) {
  const { name, exports } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  /** @type {Map<string, string>} */
  const entries = new Map();
  for (const [path, conditions] of Object.entries(exports)) {
    const declaration = findDeclaration(conditions);
    if (declaration === undefined || FILES.test(path) || entries.has(declaration)) continue;
    entries.set(declaration, path.replace(/^\./, name));
  }
  return entries;
}

/** Returns the declarations that a program with `import` gets. @returns {string | undefined} */
function findDeclaration(conditions) {
  if (typeof conditions !== "object" || conditions === null) return undefined;
  if (typeof conditions.types === "string") return conditions.types;
  return findDeclaration(conditions.import ?? conditions.default ?? Object.values(conditions)[0]);
}

/**
 * Writes the pages into a folder. An export without a description stops the build.
 * @param {string} root of the project
 * @param {string} folder
 * @returns {Promise<{ text: string, link: string }[]>} the import paths, with the paths of their overviews in the folder
 */
export async function writeExports(root, folder) {
  const entries = await readEntries(join(root, "pkg"));
  const files = [...entries.keys()].map((declaration) => join(root, "pkg", declaration));
  const app = await Application.bootstrapWithPlugins({
    plugin: [writeMarkdown],
    entryPoints: files,
    basePath: join(root, "pkg"),
    out: folder,
    tsconfig: join(root, "xtask/docs/tsconfig.json"),
    // The declarations are checked by the step "js types".
    skipErrorChecking: true,
    excludeExternals: true,
    externalPattern: [join(root, "pkg/dist/{v2,v3,operations}.d.ts")],
    disableSources: true,
    hideGenerator: true,
    readme: "none",
    logLevel: "Warn",
    validation: {
      notExported: false,
      invalidLink: true,
      rewrittenLink: true,
      notDocumented: false,
      unusedMergeModuleWith: true,
    },
    treatValidationWarningsAsErrors: true,
    .../** @type {any} */ ({
      router: "member",
      entryFileName: "index",
      hidePageHeader: true,
      hideBreadcrumbs: true,
      indexFormat: "table",
      groupOrder: ["Functions", "Classes", "Variables", "Interfaces", "Type Aliases"],
      useCodeBlocks: true,
      parametersFormat: "table",
      interfacePropertiesFormat: "table",
      typeDeclarationFormat: "table",
      pageTitleTemplates: { index: "Exports of the package", module: "{name}", member: "{name}" },
    }),
  });
  app.converter.addUnknownSymbolResolver(({ moduleSource, symbolReference }, _, __, symbol) => {
    const [, version] = RESPONSE_TYPES.exec(symbol?.packagePath ?? "") ?? [];
    if (version === undefined) return undefined;
    const type = symbol?.qualifiedName ?? String(symbolReference ?? moduleSource);
    return { target: `/reference/${version}/types#${type.toLowerCase()}`, caption: type };
  });
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc did not read the declarations of pkg/");
  const modules = project.getChildrenByKind(ReflectionKind.Module);
  for (const module of modules) {
    module.name = entries.get(`./${module.name}.d.ts`) ?? module.name;
    if (!module.comment) app.logger.error(`${module.name} has no description (@packageDocumentation)`);
    for (const member of module.children ?? [])
      if (member.kind !== ReflectionKind.Reference && !isDescribed(member))
        app.logger.error(`${member.name} of ${module.name} has no description`);
  }
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error("the declarations of pkg/ lack what their pages need: see the messages above");
  return modules
    .map(({ name }) => ({ text: name, link: `${name}/` }))
    .sort((a, b) => a.text.length - b.text.length || a.text.localeCompare(b.text));
}

/** Whether an export has a description, of its own or of its type. @param {any} member */
function isDescribed({ comment, signatures, type }) {
  const reflections = [{ comment }, ...(signatures ?? []), ...(type?.type === "reflection" ? [type.declaration] : [])];
  return reflections.some((reflection) => (reflection.comment?.summary.length ?? 0) > 0);
}
