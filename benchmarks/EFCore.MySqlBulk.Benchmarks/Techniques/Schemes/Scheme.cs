namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>One of the schemes that a published report compared, rebuilt here.</summary>
internal abstract class Scheme(string name) : Technique(TechniqueKind.Scheme)
{
    public override string Name { get; } = name;

    /// <summary>Whether it is a call of the library.</summary>
    public virtual bool IsOurs => false;
}
