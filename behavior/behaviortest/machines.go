package behaviortest

// EveryDeed is a machine that uses the actions that need no external server. The robot is pushed over while it stands.
const EveryDeed = `machine: every_deed
inputs: {outcome: string, fallen: bool}
rate_hz: 10
initial: begin
states:
  begin:
    transitions: [{after: 5s, to: kick}]
  kick:
    do: {kick: {foot: left}}
    transitions: [{if: final, to: block}]
  block:
    do: {save: {kind: block}}
    transitions: [{if: final, to: walk}]
  walk:
    do: {walk_to: {x: 0.1, y: 0.0}}
    transitions: [{if: "final or failed and outcome == 'blocked'", to: stand}]
  stand:
    transitions: [{if: fallen, to: lie}]
  lie:
    do: {kick: {}}
    transitions: [{if: "failed and outcome == 'fallen'", to: up}, {if: "failed and outcome == 'not_ready'", to: up}]
  up:
    do: {get_up: {}}
    transitions: [{if: final, to: again}, {if: failed, to: FAILED}]
  again:
    do: {get_up: {}}
    transitions: [{if: final, to: FINAL}]
`

// EveryLimb walks to places and uses the actions that only bodies with joints can do. If the body cannot, it uses another
// state.
const EveryLimb = `machine: every_limb
inputs: {outcome: string, localized: bool}
rate_hz: 10
initial: begin
states:
  begin:
    transitions: [{if: localized, after: 5s, to: walk}]
  walk:
    do: {walk_to: {x: 0.05, y: 0.0}}
    transitions: [{if: final, to: go}, {if: "failed and outcome == 'blocked'", to: stuck}, {if: failed, to: FAILED}]
  stuck: {transitions: [{after: 100ms, to: go}]}
  go:
    do: {go_to: {x: -3.0, y: 0.3, theta: 0.0}}
    transitions: [{if: final, to: look}, {if: "failed and outcome == 'blocked'", to: blocked}, {if: failed, to: FAILED}]
  blocked: {transitions: [{after: 100ms, to: look}]}
  look:
    do: {look_at: {x: 1.0, y: 0.5, z: 0.0}}
    transitions: [{if: final, to: arm}, {if: "failed and outcome == 'unsupported'", to: no_look}, {if: "failed and outcome == 'head_taken'", to: taken}, {if: failed, to: FAILED}]
  taken: {transitions: [{after: 100ms, to: arm}]} # another machine moves the head
  no_look: {transitions: [{after: 100ms, to: arm}]}
  arm:
    do: {servo: {joint: LShoulderPitch, angle: 0.5}}
    transitions: [{if: final, to: wave}, {if: "failed and outcome == 'unsupported'", to: no_arm}, {if: failed, to: FAILED}]
  no_arm: {transitions: [{after: 100ms, to: wave}]}
  wave:
    do: {play: {motion: dance_right, times: 1}}
    transitions: [{if: final, to: sit}, {if: "failed and outcome == 'unsupported'", to: no_wave}, {if: failed, to: FAILED}]
  no_wave: {transitions: [{after: 100ms, to: sit}]}
  sit:
    do: {set_posture: {posture: sit}}
    transitions: [{if: final, to: stand}, {if: "failed and outcome == 'unsupported'", to: no_sit}, {if: failed, to: FAILED}]
  no_sit: {transitions: [{after: 100ms, to: stand}]}
  stand:
    do: {set_posture: {posture: stand}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`
