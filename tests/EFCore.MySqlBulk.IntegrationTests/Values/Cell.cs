namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>A row with the same value in two columns: a required one, and one that may be NULL.</summary>
/// <typeparam name="TValue">The property's type.</typeparam>
/// <typeparam name="TOptional">The same, nullable.</typeparam>
public sealed class Cell<TValue, TOptional>
{
    public long Id { get; set; }

    public TValue Value { get; set; } = default!;

    public TOptional Optional { get; set; } = default!;
}
