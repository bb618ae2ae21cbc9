package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"
)

// themes matches the rules of dockview's own themes, which are nine tenths of its style sheet. The page has its own
// theme.
var themes = regexp.MustCompile(`[^{}]*\.dockview-theme-[^{}]*\{[^{}]*\}`)

// sheets makes a style sheet part of the script that imports it. Otherwise esbuild would write the style sheet of a
// script that is loaded later as a file that nothing loads. The page's own theme.css stays a file, because the
// browser must have it before it runs any script. The page's content security policy allows constructed style
// sheets, but not style elements.
func sheets() api.Plugin {
	return api.Plugin{Name: "sheets", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `\.css$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			if filepath.Base(args.Path) == "theme.css" {
				return api.OnLoadResult{}, nil
			}
			sheet, err := minifiedSheet(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			if args.With["type"] == "text" { // the script adopts it itself
				return api.OnLoadResult{Contents: &sheet, Loader: api.LoaderText}, nil
			}
			text, err := json.Marshal(sheet)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			script := fmt.Sprintf("const sheet = new CSSStyleSheet();\nsheet.replaceSync(%s);\n"+
				"document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];\n", text)
			return api.OnLoadResult{Contents: &script, Loader: api.LoaderJS}, nil
		})
	}}
}

// minifiedSheet returns a style sheet including its imports.
func minifiedSheet(path string) (string, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{path}, Bundle: true, MinifyWhitespace: true, MinifySyntax: true, Charset: api.CharsetUTF8,
		Engines: []api.Engine{{Name: api.EngineChrome, Version: "123"}, {Name: api.EngineFirefox, Version: "128"}},
		Loader:  map[string]api.Loader{".png": api.LoaderDataURL, ".svg": api.LoaderDataURL},
	})
	if err := failure(result); err != nil {
		return "", err
	}
	if len(result.OutputFiles) != 1 {
		return "", errors.New(path + ": expected one style sheet")
	}
	sheet := string(result.OutputFiles[0].Contents)
	if filepath.Base(path) == "dockview.css" {
		sheet = themes.ReplaceAllString(sheet, "")
	}
	return sheet, nil
}
