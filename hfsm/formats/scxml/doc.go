// Package scxml reads and writes machines as SCXML documents, the W3C's "State Chart XML"
// of 1 September 2015. Package session runs them in sessions that send each other events.
//
//	c, findings := scxml.Read("door.scxml", src, nil) // a chart of the profile scxml
//	err := scxml.Write(w, c)                          // any chart, also of the profile robot
//
// [gonao/hfsm] runs what is read: a document becomes a chart, hfsm compiles it, and the
// machine steps on the same model as every other one, by the W3C's rules.
//
// # Data models
//
//	null         no data; the only condition is In('state')
//	lua          gonao's sandboxed Lua
//	expressions  gonao's typed expressions, and In('state'); a variable has the type of its first value
//
// Any other name is looked up in the vocabulary's languages.
//
// # Extensions
//
// Charts of the profile robot are written with the elements and attributes of the
// namespace https://gonao.dev/scxml, here with the prefix gonao, and read back unchanged:
//
//	<scxml gonao:profile="robot" gonao:level="skill" gonao:rate-hz="20" gonao:history="deep">
//	  <gonao:space platform="nao" domain="soccer"/>
//	  <gonao:parameter|input|output name="x" type="float" expr="0" unit="m" min="-9" max="9" stale-after="500ms">
//	    <gonao:one-of type="float" value="1"/>        one of the values it may have
//	  <gonao:function name="near" type="bool" expr="x &lt; 1"><gonao:argument name="x" type="float"/></gonao:function>
//	  <data id="turns" expr="0" gonao:type="int" …/>   a variable
//	  <gonao:need name="imu"/>  <gonao:precondition>ball_age &lt; 1</gonao:precondition>
//	  <gonao:begin>…actions…</gonao:begin>  <gonao:initial>…actions of the way into the first state…</gonao:initial>
//	  <state gonao:name="red" gonao:rate-hz="50" gonao:history="none" gonao:stop-within="1s">
//	    <gonao:do name="track" on-demand="true"><gonao:arg name="color" type="string" value="red"/></gonao:do>
//	    <gonao:call machine="goto"><gonao:with name="x" expr="ball_x"/><gonao:return variable="turns" output="steps"/></gonao:call>
//	    <onentry gonao:bare="true">  its actions are not a block of their own; <gonao:activity name="wave"/> is one of them
//	    <transition gonao:name="enough" gonao:after="10s" gonao:priority="5" gonao:to="FINAL" gonao:disabled="true">
//	  <final gonao:failed="true"/>
//	  <gonao:layout path="red" x="10" y="20" width="80" height="40"/>
//	  <gonao:kept path="red" role="code" language="cpp">…</gonao:kept>
//	  <gonao:description>…</gonao:description>
//
// gonao:language on an element names the language of its expression.
package scxml
