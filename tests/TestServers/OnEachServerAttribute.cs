namespace TestServers;

/// <summary>Marks a test of a <see cref="BothServersAttribute">pair</see>, or all tests of the class, that runs on both servers also where a test otherwise runs on one of them, because the servers do
/// differently what it tests.</summary>
/// <param name="difference">What they do differently.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method, Inherited = false)]
public sealed class OnEachServerAttribute(string difference) : Attribute
{
    /// <summary>What the servers do differently.</summary>
    public string Difference => difference;
}
