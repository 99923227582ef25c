using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>A row of thirty columns: what a customer table of an older application looks like.</summary>
internal sealed class BroadRow : ShapedRow
{
    private static readonly string[] Cities = ["Aarhus", "Brno", "Cádiz", "Dresden", "Évora", "Frederikshavn", "Gdańsk"];

    public static Shape<BroadRow> Shape { get; } = new(
        "bench_broad",
        [
            nameof(Name), nameof(Email), nameof(Street), nameof(City), nameof(Country), nameof(Phone), nameof(Remark), nameof(Age), nameof(Visits), nameof(Orders),
            nameof(Returns), nameof(Points), nameof(Level), nameof(Manager), nameof(Reference), nameof(Partner), nameof(Rating), nameof(Score), nameof(Latitude), nameof(Longitude),
            nameof(Balance), nameof(Credit), nameof(Discount), nameof(CreatedAt), nameof(ChangedAt), nameof(SeenAt), nameof(IsActive), nameof(IsTrusted), nameof(WantsMail),
        ],
        Of);

    public string Name { get; set; } = "";

    public string Email { get; set; } = "";

    public string Street { get; set; } = "";

    public string City { get; set; } = "";

    public string Country { get; set; } = "";

    public string Phone { get; set; } = "";

    public string? Remark { get; set; }

    public int Age { get; set; }

    public int Visits { get; set; }

    public int Orders { get; set; }

    public int Returns { get; set; }

    public int Points { get; set; }

    public int Level { get; set; }

    public int? Manager { get; set; }

    public long Reference { get; set; }

    public long Partner { get; set; }

    public byte Rating { get; set; }

    public double Score { get; set; }

    public double Latitude { get; set; }

    public double Longitude { get; set; }

    public decimal Balance { get; set; }

    public decimal Credit { get; set; }

    public decimal Discount { get; set; }

    public DateTime CreatedAt { get; set; }

    public DateTime ChangedAt { get; set; }

    public DateTime? SeenAt { get; set; }

    public bool IsActive { get; set; }

    public bool IsTrusted { get; set; }

    public bool WantsMail { get; set; }

    public override void CopyTo(object?[] values)
    {
        (values[0], values[1], values[2], values[3], values[4], values[5], values[6]) = (Name, Email, Street, City, Country, Phone, Remark);
        (values[7], values[8], values[9], values[10], values[11], values[12], values[13]) = (Age, Visits, Orders, Returns, Points, Level, Manager);
        (values[14], values[15], values[16], values[17], values[18], values[19]) = (Reference, Partner, Rating, Score, Latitude, Longitude);
        (values[20], values[21], values[22], values[23], values[24], values[25]) = (Balance, Credit, Discount, CreatedAt, ChangedAt, SeenAt);
        (values[26], values[27], values[28]) = (IsActive, IsTrusted, WantsMail);
    }

    public static void Map(EntityTypeBuilder<BroadRow> row)
    {
        row.ToTable(Shape.Table).HasIndex(r => r.Age);
        foreach (string text in (string[])[nameof(Name), nameof(Email), nameof(Street), nameof(City), nameof(Country), nameof(Phone), nameof(Remark)])
            row.Property(text).HasMaxLength(100);
        foreach (string amount in (string[])[nameof(Balance), nameof(Credit), nameof(Discount)])
            row.Property(amount).HasPrecision(12, 2);
        foreach (string time in (string[])[nameof(CreatedAt), nameof(ChangedAt), nameof(SeenAt)])
            row.Property(time).HasColumnType("datetime(6)");
    }

    private static BroadRow Of(BenchUser user)
    {
        // It differs from row to row and from run to run.
        int n = Math.Abs((int)(user.Score * 4));
        return new()
        {
            Id = user.Id,
            Name = user.Name,
            Email = user.Email,
            Street = $"Long Street {n % 311}",
            City = Cities[n % Cities.Length],
            Country = n % 3 == 0 ? "Czechia" : "Denmark",
            Phone = $"+45 {n % 100_000_000:00000000}",
            Remark = n % 3 == 0 ? null : $"Called {n % 19} times",
            Age = user.Age,
            Visits = n % 1_009,
            Orders = n % 97,
            Returns = n % 11,
            Points = n * 7,
            Level = n % 5,
            Manager = n % 4 == 0 ? null : n % 1_000,
            Reference = 1_000_000_007L * (n % 100_003),
            Partner = n / 2,
            Rating = (byte)(n % 11),
            Score = user.Score,
            Latitude = 50 + (n % 1_000 / 128.0),
            Longitude = 10 + (n % 777 / 64.0),
            Balance = n % 1_000_000 / 100m,
            Credit = n % 500 * 10m,
            Discount = n % 30 / 4m,
            CreatedAt = user.CreatedAt,
            ChangedAt = user.CreatedAt.AddMinutes(n % 5_000),
            SeenAt = n % 5 == 0 ? null : user.CreatedAt.AddDays(n % 30),
            IsActive = n % 7 != 0,
            IsTrusted = n % 2 == 0,
            WantsMail = n % 3 == 1,
        };
    }
}
