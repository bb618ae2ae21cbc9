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

// The scripts that a page needs before it can draw are one file. esbuild makes a file of each set of modules that the same
// pages share, which is a dozen requests; merge bundles those of the first load again, and has the others import from the
// result.

// named matches an import of another output in what esbuild has minified: `import{a as b}from"./chunk-X.js"`.
var named = regexp.MustCompile(`(import|export)\{([^}]*)\}from"\./([^"]+)";?`)

// bare matches an import for its effects alone.
var bare = regexp.MustCompile(`import"\./([^"]+)";?`)

// merge replaces the outputs of the first load, first, by one of the name of main, in which the exports of chunk n are
// named n_export.
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

// inMain returns the name of an export of the nth script in the merged one.
func inMain(n int, export string) string { return fmt.Sprintf("_%d%s", n, export) }

// outputs has esbuild read the outputs of a build; what is loaded later stays outside.
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

// fromMain returns a script in which what it imports from the merged ones comes from main.
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

// version returns a name for the content of all files. The files import each other by plain names below it, so that a
// browser never mixes files of two builds.
func version(files []api.OutputFile) string {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(f.Path), len(f.Contents))
		sum.Write(f.Contents)
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}
