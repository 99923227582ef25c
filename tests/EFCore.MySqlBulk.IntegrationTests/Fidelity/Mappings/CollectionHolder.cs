using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Holds several parts that have a value of every type.</summary>
internal sealed class CollectionHolder
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public List<Everything> Parts { get; set; } = [];
}
