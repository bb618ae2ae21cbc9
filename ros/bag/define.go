package bag

import (
	"context"
	"fmt"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// Definitions returns a RecordOptions.Define that looks types up in a library. It returns an error for a publisher whose
// definition differs from the library's, since a wrong definition is worse than a missing one.
func Definitions(library *dynamic.Library) func(context.Context, string, []ros.EndpointInfo) (string, error) {
	return func(_ context.Context, typeName string, publishers []ros.EndpointInfo) (string, error) {
		text, err := library.DefinitionWithReferences(typeName)
		if err != nil {
			return "", err
		}
		hash, err := library.Hash(typeName)
		if err != nil {
			return "", err
		}
		for _, p := range publishers {
			if p.Hash != "" && p.Hash != hash {
				return "", fmt.Errorf("the definition differs: the publisher %s has %s, here it is %s", p.Node, p.Hash, hash)
			}
		}
		return text, nil
	}
}
