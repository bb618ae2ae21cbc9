package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// materials lists the materials of three.js that the page uses, by the names of their shaders.
var materials = []string{"meshbasic", "meshlambert"}

// direct lists the parts that WebGLProgram adds to every shader without an include.
var direct = []string{"tonemapping_pars_fragment", "colorspace_pars_fragment"}

var include = regexp.MustCompile(`#include <(\w+)>`)

// three bundles three.js without virtual reality and without the shaders of unused materials, which saves a third
// of its size. The sources are read one by one, so that files that nothing imports are omitted.
func three(dir string) api.Plugin {
	src := filepath.Join(dir, "node_modules/three/src")
	kept := shaderParts(src)
	return api.Plugin{Name: "three", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^three$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			no := api.SideEffectsFalse
			return api.OnResolveResult{Path: filepath.Join(src, "Three.js"), SideEffects: no}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: `three/src/renderers/shaders/Shader(Lib|Chunk)/.*\.glsl\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "export default \"\"; export const vertex = \"\", fragment = \"\";"
			if name := strings.TrimSuffix(filepath.Base(args.Path), ".glsl.js"); slices.Contains(kept, name) {
				data, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				text = plainShader(string(data))
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
		for _, part := range unused {
			build.OnLoad(api.OnLoadOptions{Filter: part.file}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &part.text, Loader: api.LoaderJS}, nil
			})
		}
	}}
}

// shaderParts returns the names of the materials' shaders and of all parts that they include.
func shaderParts(src string) []string {
	var names []string
	var follow func(name, path string)
	follow = func(name, path string) {
		if slices.Contains(names, name) {
			return
		}
		names = append(names, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return // esbuild reports missing files
		}
		for _, m := range include.FindAllStringSubmatch(string(text), -1) {
			follow(m[1], filepath.Join(src, "renderers/shaders/ShaderChunk", m[1]+".glsl.js"))
		}
	}
	for _, part := range direct {
		follow(part, filepath.Join(src, "renderers/shaders/ShaderChunk", part+".glsl.js"))
	}
	for _, m := range materials {
		follow(m, filepath.Join(src, "renderers/shaders/ShaderLib", m+".glsl.js"))
	}
	return names
}

var (
	lineComment = regexp.MustCompile(`(?m)//.*$`)
	blankLines  = regexp.MustCompile(`\n\s*\n+`)
	indentation = regexp.MustCompile(`(?m)^[ \t]+`)
)

// plainShader returns a shader's source without comments and indentation.
func plainShader(text string) string {
	head, body, ok := strings.Cut(text, "`")
	if !ok {
		return text
	}
	body = lineComment.ReplaceAllString(body, "")
	body = indentation.ReplaceAllString(body, "")
	return head + "`" + blankLines.ReplaceAllString(body, "\n")
}

// unused lists parts of three.js that its renderer imports but the page never uses, with their replacements:
// headsets, environment maps and reflections of physical materials, and post-processing.
var unused = []struct{ file, text string }{
	{`three/src/renderers/webxr/WebXRManager\.js$`, noWebXR},
	{`three/src/extras/PMREMGenerator\.js$`, "export class PMREMGenerator { dispose() {} }"},
	{`three/src/renderers/shaders/DFGLUTData\.js$`, "export function getDFGLUT() { return null; }"},
	{`three/src/renderers/webgl/WebGLOutput\.js$`, "export class WebGLOutput {}"},
}

// noWebXR replaces three's manager of headsets.
const noWebXR = `export class WebXRManager {
	enabled = false; isPresenting = false; cameraAutoUpdate = true;
	addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {} update() {} updateCamera() {}
	getFrame() { return null; } getSession() { return null; } getCamera() { return null; } getEnvironmentBlendMode() {}
	hasDepthSensing() { return false; } getDepthSensingMesh() { return null; } setSession() {} setFoveation() {}
}
`
