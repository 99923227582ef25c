namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Refers to a row by a foreign key, or to none.</summary>
internal sealed class Dependent<TOptional>
{
    public int Id { get; set; }

    public TOptional PrincipalId { get; set; } = default!;
}
