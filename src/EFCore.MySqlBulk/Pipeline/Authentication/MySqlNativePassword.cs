using System.Security.Cryptography;

namespace EFCore.MySqlBulk.Pipeline.Authentication;

// The method is defined by SHA1.
#pragma warning disable CA5350

/// <summary>SHA1(password) XOR SHA1(scramble + SHA1(SHA1(password))).</summary>
internal sealed class MySqlNativePassword : AuthenticationPlugin
{
    public const string Name = "mysql_native_password";

    public override byte[] Prove(byte[] scramble, Credentials credentials) => Proof(credentials.Password(), scramble);

    public override byte[]? Continue(byte[] data, Credentials credentials) => throw new ProtocolException("The server continued after mysql_native_password was complete.");

    public static byte[] Proof(byte[] password, byte[] scramble)
    {
        if (password.Length == 0)
            return [];
        byte[] once = SHA1.HashData(password);
        byte[] mask = SHA1.HashData([.. scramble, .. SHA1.HashData(once)]);
        for (int i = 0; i < once.Length; i++)
            once[i] ^= mask[i];
        return once;
    }
}
