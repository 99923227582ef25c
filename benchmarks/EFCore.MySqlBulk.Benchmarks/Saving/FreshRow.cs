namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of an entity type that nothing has used before.</summary>
internal abstract class FreshRow
{
    /// <summary>Such types.</summary>
    public static readonly Type[] Types = [typeof(FreshRow<int>), typeof(FreshRow<long>)];

    public long Id { get; set; }

    public string Name { get; set; } = "";

    public int Age { get; set; }

    public string Email { get; set; } = "";

    public double Score { get; set; }

    public DateTime CreatedAt { get; set; }
}

/// <summary>One of the types.</summary>
/// <typeparam name="TMark">Makes the type another one.</typeparam>
internal sealed class FreshRow<TMark> : FreshRow;
