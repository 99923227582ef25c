namespace System.Runtime.CompilerServices;

/// <summary>The compiler's own attribute, which .NET 8 lacks; it is found by name.</summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Constructor | AttributeTargets.Property, Inherited = false)]
internal sealed class OverloadResolutionPriorityAttribute(int priority) : Attribute
{
    public int Priority { get; } = priority;
}
