namespace TestServers;

/// <summary>Marks an abstract class of tests that runs once on each server. Its constructor takes a <see cref="ServerKind" />; the build makes the two classes, named as this one without <c>Tests</c> and
/// with <c>OnMySql</c> and <c>OnMariaDb</c>.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class BothServersAttribute : Attribute;
