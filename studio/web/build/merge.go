package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// The scripts that a page needs before it can draw become one file. esbuild makes a file for each set of modules
// that the same pages share, which would be a dozen requests. merge bundles the files of the first load again, and
// makes the others import from the result.

// named matches an import of another output in esbuild's minified code: `import{a as b}from"./chunk-X.js"`.
var named = regexp.MustCompile(`(import|export)\{([^}]*)\}from"\./([^"]+)";?`)

// bare matches an import without names.
var bare = regexp.MustCompile(`import"\./([^"]+)";?`)

// merge replaces the outputs of the first load by one file with the name main. In it, export name of chunk n is
// called _n + name.
func merge(files []api.OutputFile, first []string, main string, meta metafile) ([]api.OutputFile, error) {
	content := map[string][]byte{}
	for _, f := range files {
		content[filepath.Base(f.Path)] = f.Contents
	}
	scripts := slices.DeleteFunc(slices.Clone(first), func(name string) bool { return !strings.HasSuffix(name, ".js") })
	var entry strings.Builder
	for n, name := range scripts {
		var exports []string
		for _, e := range meta.exports(name) {
			exports = append(exports, fmt.Sprintf("%s as %s", e, inMain(n, e)))
		}
		fmt.Fprintf(&entry, "export {%s} from %q;\n", strings.Join(exports, ", "), name)
	}
	fmt.Fprintf(&entry, "import %q;\n", main)
	result := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: entry.String()},
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Plugins: []api.Plugin{outputs(content, scripts)},
	})
	if err := failure(result); err != nil {
		return nil, fmt.Errorf("merge the first load: %w", err)
	}
	var out []api.OutputFile
	for _, f := range files {
		name := filepath.Base(f.Path)
		switch {
		case name == main:
			f.Contents = result.OutputFiles[0].Contents
		case slices.Contains(scripts, name):
			continue
		case strings.HasSuffix(name, ".js"):
			f.Contents = fromMain(f.Contents, scripts, main)
			for _, s := range scripts {
				if s != main && bytes.Contains(f.Contents, []byte(s)) {
					return nil, fmt.Errorf("merge the first load: %s still names %s", name, s)
				}
			}
		}
		out = append(out, f)
	}
	return out, nil
}

// inMain returns the name that an export of the nth script has in the merged one.
func inMain(n int, export string) string { return fmt.Sprintf("_%d%s", n, export) }

// outputs makes esbuild read the outputs of a build. Files that are loaded later stay outside.
func outputs(content map[string][]byte, scripts []string) api.Plugin {
	return api.Plugin{Name: "outputs", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name := filepath.Base(args.Path)
			if !slices.Contains(scripts, name) {
				return api.OnResolveResult{Path: "./" + name, External: true}, nil
			}
			return api.OnResolveResult{Path: name, Namespace: "output"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "output"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := string(content[args.Path])
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// fromMain changes the imports of a script from the merged scripts to main.
func fromMain(content []byte, scripts []string, main string) []byte {
	content = named.ReplaceAllFunc(content, func(m []byte) []byte {
		part := named.FindSubmatch(m)
		n := slices.Index(scripts, string(part[3]))
		if n < 0 {
			return m
		}
		names := strings.Split(string(part[2]), ",")
		for i, name := range names {
			export, rest, _ := strings.Cut(name, " as ")
			if rest == "" {
				rest = export
			}
			names[i] = inMain(n, export) + " as " + rest
		}
		return fmt.Appendf(nil, "%s{%s}from\"./%s\";", part[1], strings.Join(names, ","), main)
	})
	return bare.ReplaceAllFunc(content, func(m []byte) []byte {
		if slices.Contains(scripts, string(bare.FindSubmatch(m)[1])) {
			return nil // main has run before
		}
		return m
	})
}

// version returns a hash of the content of all files. Their directory has this name, so that a browser never mixes
// files of two builds.
func version(files []api.OutputFile) string {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(f.Path), len(f.Contents))
		sum.Write(f.Contents)
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}
